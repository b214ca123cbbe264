# Sorts the positions of many games for an index (`find/segments.py`).

from libc.stdint cimport uint16_t, uint32_t
from libc.stdlib cimport qsort


cdef int by_value(const void *one, const void *other) noexcept nogil:
    cdef uint32_t first = (<const uint32_t *>one)[0], second = (<const uint32_t *>other)[0]
    return (first > second) - (first < second)


def sorted_postings(bytes numbers, bytes places, int bits):
    """The numbers of positions, words of eight bytes, as buckets by their first bits, and where each bucket ends.

    places: two bytes for each number. In its bucket a number has four bytes: the sixteen bits that follow, and its place;
    they rise. Both lists are words of four bytes.
    """
    cdef Py_ssize_t count = len(numbers) // 8, at, buckets = <Py_ssize_t>1 << bits
    cdef const uint64_t *number = <const uint64_t *><const char *>numbers
    cdef const uint16_t *place = <const uint16_t *><const char *>places
    cdef bytearray sorted_ = bytearray(4 * count), ends = bytearray(4 * (buckets + 1))
    cdef uint32_t *entry = <uint32_t *><char *>sorted_
    cdef uint32_t *end = <uint32_t *><char *>ends
    cdef Py_ssize_t bucket
    with nogil:
        for at in range(count):
            end[(number[at] >> (64 - bits) if bits else 0) + 1] += 1
        for bucket in range(buckets):
            end[bucket + 1] += end[bucket]
        for at in range(count):
            bucket = number[at] >> (64 - bits) if bits else 0
            entry[end[bucket]] = <uint32_t>(number[at] >> (48 - bits) & 0xFFFF) << 16 | place[at]
            end[bucket] += 1
        for bucket in range(buckets):
            at = end[bucket - 1] if bucket else 0
            qsort(entry + at, end[bucket] - at, sizeof(uint32_t), by_value)
    return bytes(sorted_), bytes(ends[: 4 * buckets])


def grouped_places(bytes groups, bytes places, int count):
    """Places, two bytes each, put together by their groups; how many each group has, four bytes each, and the places.

    groups: the number of the group of each place, four bytes; there are `count` of them.
    """
    cdef Py_ssize_t many = len(places) // 2, at
    cdef const uint32_t *group = <const uint32_t *><const char *>groups
    cdef const uint16_t *place = <const uint16_t *><const char *>places
    cdef bytearray grouped = bytearray(2 * many), counts = bytearray(4 * count), ends = bytearray(4 * (count + 1))
    cdef uint16_t *entry = <uint16_t *><char *>grouped
    cdef uint32_t *size = <uint32_t *><char *>counts
    cdef uint32_t *end = <uint32_t *><char *>ends
    with nogil:
        for at in range(many):
            size[group[at]] += 1
        for at in range(count):
            end[at + 1] = end[at] + size[at]
        for at in range(many):
            entry[end[group[at]]] = place[at]
            end[group[at]] += 1
    return bytes(counts), bytes(grouped)
