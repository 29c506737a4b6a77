from . import shared as common
from .graders.base import Base
