"""The keys of a variant file, as a table: from it come its checks, its JSON Schema and the reference in the manual."""

from fairyscore.notation.variants.file_schema import (
    CELLS,
    FLAG,
    LINES,
    PIECES,
    REGION,
    RESULT,
    TEXT,
    Anything,
    Either,
    Key,
    ListOf,
    Table,
    by_side,
    number,
    word,
)

MOST_CELLS = 256
"""Boards are no larger."""

BOARD = Table(
    "board",
    {
        "files": Key(number(1, 26), "files, from left to right, lettered a, b, c, ..."),
        "ranks": Key(number(1, 26), "ranks, numbered from White's side"),
        "shape": Key(word("rectangle", "cylinder", "torus", "rings"), "cylinder: the last file touches the first"),
        "holes": Key(CELLS, "cells that are not there; leaps pass over them, and nothing slides over them"),
        "voids": Key(number(1, 3), "of rings only: the voids of each quarter of the inner ring"),
        "cell": Key(word("square", "field", "space", "point"), "what a cell is called"),
    },
)  # fmt: skip

PIECE = Table(
    "piece",
    {
        "letter": Key(TEXT, "the capital that stands for it in moves and positions", required=True),
        "mark": Key(TEXT, "how White's stands in a position, if not by its letter: `+P`"),
        "also": Key(ListOf(TEXT), "other letters that are read for it"),
        "name": Key(TEXT, "what it is called", required=True),
        "moves": Key(TEXT, "how it moves, in Betza's notation", required=True),
        "moves_in": Key(
            Table("moves_in", others=TEXT), "how it moves instead while it stands in a region: region = moves"
        ),
        "extra": Key(
            ListOf(Table("extra", {
                "from": Key(REGION, "where such a move begins"),
                "to": Key(REGION, "where it ends"),
                "moves": Key(TEXT, "the moves, in Betza's notation", required=True),
            })),
            "moves that it has besides, from region to region",
        ),
        "stays": Key(REGION, "the only cells where it may be"),
        "first": Key(REGION, "the cells from which moves marked `i` are made"),
        "pawn": Key(FLAG, "a pawn: written without a letter, and its moves set back the clock"),
        "en_passant": Key(FLAG, "whether it captures en passant"),
        "passed": Key(REGION, "the cells where it can be captured en passant after it passed over them"),
        "royal": Key(FLAG, "it may not be left attacked, and mate ends the game"),
        "counts_as": Key(TEXT, "mark of the piece as which limits and ends of the game count it"),
        "hand_as": Key(TEXT, "mark of what comes to the hand of who captures it"),
        "not_takes": Key(PIECES, "what it never captures"),
        "not_over": Key(PIECES, "over what it never hops"),
        "glyph": Key(TEXT, "its picture: the name of a drawing, or of two joined by +; else its letter on a tile"),
        "rule": Key(TEXT, "where the rules say how it moves"),
    },
)  # fmt: skip

PROMOTION = Table(
    "promotion",
    {
        "piece": Key(PIECES, "what turns", required=True),
        "to": Key(by_side(PIECES), "into what", required=True),
        "on": Key(REGION, "where the move ends", required=True),
        "from": Key(REGION, "where the move begins, if not anywhere"),
        "touch": Key(FLAG, "`on` is a zone: the move may begin or end there"),
        "must": Key(FLAG, "whether it has to; true if not said"),
        "capture_only": Key(FLAG, "only with a capture"),
        "captured": Key(FLAG, "only into captured pieces of its own side"),
        "limit": Key(Table("limit", others=number(0, 99)), "how many of a piece a side may have: Q = 1"),
        "implied": Key(FLAG, "it need not be written"),
        "silent": Key(FLAG, "it is never written"),
        "demotion": Key(FLAG, "it turns back, as in Kyoto Shogi"),
        "in_place": Key(FLAG, "also without moving, as in Sittuyin"),
        "rule": Key(TEXT, "where the rules say so"),
    },
)

SIDES_OF_CASTLING = {"kingside": Key(TEXT, "a file"), "queenside": Key(TEXT, "a file")}

CASTLING = Table(
    "castling",
    {
        "king": Key(TEXT, "mark of the king; K if not said"),
        "rooks": Key(PIECES, "marks of its partners; R if not said"),
        "king_from": Key(TEXT, "the king's file, if several such pieces stand there"),
        "rank": Key(number(1, 26), "the rank as its owner counts; 1 if not said"),
        "king_to": Key(Table("king_to", SIDES_OF_CASTLING), "where the king goes; c and g if not said"),
        "rook_from": Key(Table("rook_from", SIDES_OF_CASTLING), "the partners' files, if not the outermost"),
        "chess960": Key(FLAG, "king and rooks may start on any file"),
        "dropped": Key(FLAG, "dropped kings and rooks may castle"),
        "opposite": Key(FLAG, "not to the side to which the opponent castled"),
        "wins": Key(TEXT, "letters of castlings that win the game"),
        "rule": Key(TEXT, "where the rules say so"),
    },
)

CASTLING_MOVE = Table(
    "castling",
    {
        "letter": Key(TEXT, "the right in a position: K, Q, k, q", required=True),
        "side": Key(number(0, 1), "0: written O-O; 1: O-O-O", required=True),
        "king": Key(TEXT, "the king's way, as 'e1-g1'", required=True),
        "rook": Key(TEXT, "the rook's way, as 'h1-f1'", required=True),
        "safe": Key(CELLS, "cells that may not be attacked, if not the king's way"),
        "empty": Key(CELLS, "cells that must be empty, if not all between"),
        "partner": Key(TEXT, "mark of the partner; R if not said"),
        "rule": Key(TEXT, "where the rules say so"),
    },
)

HAND = Table(
    "hand",
    {
        "drops": Key(FLAG, "pieces in hand may be dropped; true if not said"),
        "takes": Key(Either((FLAG, PIECES)), "captured pieces go to the hand of the taker: all, or these"),
        "loop": Key(FLAG, "promoted pieces stay promoted when they are captured"),
        "promoted_mark": Key(word("~"), "promoted pieces are written Q~ and come to the hand as what they were"),
        "region": Key(REGION, "where anything may be dropped"),
        "drop": Key(Table("drop", others=REGION), "where a kind of piece may be dropped"),
        "no_double": Key(PIECES, "not on a file where one of them stands already"),
        "no_double_count": Key(number(0, 99), "how many of them stand there before that holds; 1 if not said"),
        "no_drop_mate": Key(PIECES, "no mate by a drop of these"),
        "no_drop_check": Key(FLAG, "no check by a drop"),
        "must_drop": Key(Either((FLAG, PIECES)), "who has pieces (of these) in hand has to drop them first"),
        "promoted": Key(FLAG, "may be dropped promoted side up"),
        "opposite_bishops": Key(PIECES, "the second one goes to the other colour of cells"),
        "rule": Key(TEXT, "where the rules say so"),
    },
)

GOAL = Table(
    "goal",
    {
        "piece": Key(by_side(PIECES), "which pieces; all if not said"),
        "region": Key(REGION, "the cells to reach", required=True),
        "count": Key(number(1, 99), "how many pieces must be there; 1 if not said"),
        "blocked_counts": Key(FLAG, "cells that others hold count too, once one of its own is there"),
        "safe": Key(FLAG, "the piece must not be attacked there"),
        "reply": Key(FLAG, "the other side has one more move to draw"),
        "rule": Key(TEXT, "where the rules say so"),
    },
)

EXTINCT = Table(
    "extinct",
    {
        "pieces": Key(PIECES, "which pieces", required=True),
        "at": Key(number(0, 99), "how few are left; 0 if not said"),
        "result": Key(RESULT, "for the side that has so few; loses if not said"),
        "together": Key(FLAG, "all of them are counted as one kind"),
        "opponent_at_least": Key(number(0, 99), "only while the other side has so many"),
        "pseudo_royal": Key(FLAG, "the last of them may not be left attacked"),
        "duple": Key(FLAG, "only if all of them are attacked is it check"),
        "claim": Key(FLAG, "counted for the side that is not to move"),
        "rule": Key(TEXT, "where the rules say so"),
    },
)

LINE = Table(
    "line",
    {
        "length": Key(number(2, 26), "how many in a row", required=True),
        "pieces": Key(PIECES, "which pieces; all if not said"),
        "ways": Key(TEXT, "vertical, horizontal, diagonal; all if not said"),
        "result": Key(RESULT, "for their owner; wins if not said"),
    },
)

END = Table(
    "end",
    {
        "mate": Key(RESULT, "for who is mated; loses if not said"),
        "stalemate": Key(word("loses", "wins", "draws", "counts"), "for who cannot move; draws if not said"),
        "goal": Key(ListOf(GOAL), "cells that win"),
        "extinct": Key(Either((EXTINCT, ListOf(EXTINCT))), "the end when pieces are gone"),
        "checks": Key(number(1, 99), "so many checks win"),
        "line": Key(LINE, "pieces in a row"),
        "counts": Key(FLAG, "`stalemate` is for who has fewer pieces then, whoever it is"),
        "points": Key(Table("points", others=number(0, 99)), "what pieces are worth where two passes end the game"),
        "black_points": Key(number(0, 99), "half points that Black is given then"),
        "repetition": Key(TEXT, "what repetition means, told and not judged"),
        "moves": Key(TEXT, "what many moves without capture mean, told and not judged"),
        "counting": Key(TEXT, "a rule of counting, told and not judged"),
    },
)

CHECK = Table(
    "check",
    {
        "allowed": Key(FLAG, "false: no move may give check"),
        "makpong": Key(FLAG, "a king may not step out of check"),
        "shatar": Key(FLAG, "mate counts only by a row of checks that a strong piece is among"),
    },
)

CAPTURE = Table(
    "capture",
    {
        "must": Key(FLAG, "who can capture has to"),
        "blast": Key(
            Table("blast", {
                "immune": Key(PIECES, "what no blast touches"),
                "spares": Key(PIECES, "what is blown up only as captured or capturing piece; pawns if not said"),
                "rule": Key(TEXT, "where the rules say so"),
            }),
            "a capture blows up what stands around",
        ),
        "petrify": Key(PIECES, "pieces that turn into walls when they capture"),
        "petrify_blast": Key(FLAG, "what a blast takes turns into walls"),
        "mutual_immune": Key(PIECES, "pieces that do not capture their own kind"),
    },
)  # fmt: skip

WALL = Table(
    "wall",
    {
        "rule": Key(word("duck", "arrow", "past", "edge", "static"), "which cells turn into walls", required=True),
        "region": Key(REGION, "where walls may be"),
        "or_move": Key(FLAG, "wall or move, not both"),
    },
)

RIVER = Table(
    "river",
    {
        "owner": Key(word("white", "black"), "whose river it is, if anybody's"),
        "between": Key(ListOf(number(1, 26)), "the two ranks with the water between", required=True),
    },
)

READING = Table(
    "reading",
    {
        "id": Key(TEXT, "a short name, as X-1", required=True),
        "says": Key(TEXT, "how the point is read", required=True),
        "why": Key(TEXT, "the reason", required=True),
        "tag": Key(TEXT, "the PGN tag by which a record may say otherwise"),
    },
)

EXAMPLE = Table(
    "example",
    {
        "says": Key(TEXT, "what it shows", required=True),
        "position": Key(TEXT, "a FEN; the start if not said"),
        "move": Key(TEXT, "a move, in any notation of the game", required=True),
        "refused": Key(TEXT, "the code of the reason why it is not legal"),
    },
)

OPTION = Table(
    "option",
    {
        "name": Key(TEXT, "small letters", required=True),
        "says": Key(TEXT, "what it chooses"),
        "tag": Key(TEXT, "the PGN tag that chooses it"),
        "values": Key(
            Table("values", others=Anything("keys as in the file")), "value = keys that are replaced", required=True
        ),
    },
)

VARIANT = Table(
    "a variant file",
    {
        "title": Key(TEXT, "the name of the game", required=True),
        "inventor": Key(TEXT, "who made it"),
        "year": Key(number(0, 9999), "when"),
        "page": Key(TEXT, "where its rules are published"),
        "aliases": Key(ListOf(TEXT), "other names of the game, as the PGN tag Variant has them"),
        "uci_variant": Key(TEXT, "its name among UCI engines"),
        "based_on": Key(TEXT, "a game whose keys hold where this file does not say otherwise"),
        "remove": Key(ListOf(TEXT), "what of that game is left out: `piece.Q`, `castling`"),
        "board": Key(BOARD, "the board"),
        "start": Key(TEXT, "the first position, as a FEN"),
        "first": Key(REGION, "the cells from which moves marked `i` are made"),
        "region": Key(Table("region", others=REGION), "names for cells"),
        "river": Key(ListOf(RIVER), "rivers, for drawings and reasons"),
        "palaces": Key(ListOf(CELLS), "palaces, for drawings"),
        "piece": Key(ListOf(PIECE), "a kind of piece"),
        "promotion": Key(ListOf(PROMOTION), "what a piece may turn into"),
        "pool": Key(PIECES, "kinds that `captured` promotions take from"),
        "castling": Key(Either((CASTLING, ListOf(CASTLING_MOVE))), "castling, by files or move by move"),
        "hand": Key(HAND, "pieces beside the board"),
        "end": Key(END, "how the game ends"),
        "check": Key(CHECK, "rules of check"),
        "capture": Key(CAPTURE, "rules of captures"),
        "wall": Key(WALL, "cells that turn into walls"),
        "facing": Key(PIECES, "pieces that may not face each other along an open line"),
        "pass": Key(by_side(word("never", "always", "stalemate")), "when a player may pass"),
        "gating": Key(word("seirawan", "cambodian"), "what first moves allow"),
        "stuck": Key(FLAG, "whether pieces may go where they can never move again; true if not said"),
        "bikjang": Key(FLAG, "generals that face each other twice in a row end the game (Janggi)"),
        "told": Key(ListOf(TEXT), "rules that are told and not judged"),
        "reading": Key(ListOf(READING), "a point that the rules leave open"),
        "rules": Key(Table("rules", others=LINES), "the rules in words, by heading"),
        "example": Key(ListOf(EXAMPLE), "a move that the engine judges when the file is checked"),
        "option": Key(ListOf(OPTION), "a choice of rules"),
    },
)
