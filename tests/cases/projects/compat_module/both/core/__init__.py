from ..compat import OLD
from .version import *
