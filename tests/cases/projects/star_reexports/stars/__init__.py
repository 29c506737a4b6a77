from .compat import *
from .limited import *
