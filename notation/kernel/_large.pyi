from fairyscore.notation.kernel._core import LIMITS as LIMITS
from fairyscore.notation.kernel._core import SOURCE as SOURCE
from fairyscore.notation.kernel._core import Core as Core
