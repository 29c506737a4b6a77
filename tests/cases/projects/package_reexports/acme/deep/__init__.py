from .grader import DeepGrader as DeepGrader
from .grader import helper
