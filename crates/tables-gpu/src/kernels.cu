// Kernels for tables of taking games. The same text is compiled for a GPU, and as plain C++ (HOST), where a launch
// runs its blocks one after the other and EACH is a loop over all threads: what differs is in the first lines.
//
// A word is 64 results, 1 for an N-position. A tile is 2^11 words. The text is preceded by definitions that depend
// on the layout: WORD_BITS (bits of the number of a word in a block), MISERE, MIXED (symmetries exchange bits
// of different words), STEPS (moves that leave a tile), IN_TILE(X) and IN_WORD(X), the moves inside a tile and a word.

typedef unsigned long long u64;
typedef unsigned int u32;
typedef unsigned short u16;

#define THREADS 256
#define TILE_BITS 11
#define TILE_WORDS 2048
#define GROUP 32
#define GROUPS (TILE_WORDS / GROUP)
#define BUNCH 16
#define BUNCHES (GROUPS / BUNCH)
#define MANY 7
#define PLAIN 14
#define HEAD 96

#ifdef HOST
#define KERNEL(name, ...) extern "C" void name(u32 BLOCK, __VA_ARGS__)
#define DEVICE static inline
#define SHARED static
#define EACH(i, n) for (u32 i = 0; i < (u32)(n); i++)
#define EACH_THREAD(t) for (u32 t = 0; t < THREADS; t++)
#define FIRST_THREAD
#define BARRIER
#define FENCE
#define UNROLL
#define LOAD_SHARED_DATA(p) (*(p))
#define LOAD_FRESH(p) (*(p))
#define WAIT_FOR(p, value)
DEVICE u32 ones(u64 x) { return (u32)__builtin_popcountll(x); }
DEVICE u32 high_product(u32 x, u32 y) { return (u32)((u64)x * y >> 32); }
DEVICE u32 add(u32 *p, u32 x) { u32 old = *p; *p += x; return old; }
DEVICE void add_long(u64 *p, u64 x) { *p += x; }
DEVICE void join(u32 *p, u32 x) { *p |= x; }
DEVICE u32 prefix(const u32 *lengths, u32 w) {
    u32 sum = 0;
    for (u32 i = w & ~(GROUP - 1u); i < w; i++) sum += lengths[i] & 255;
    return sum;
}
#else
#define KERNEL(name, ...) extern "C" __global__ void __launch_bounds__(THREADS) name(__VA_ARGS__)
#define BLOCK blockIdx.x
#define DEVICE static __device__ __forceinline__
#define SHARED __shared__
#define EACH(i, n) for (u32 i = threadIdx.x; i < (u32)(n); i += THREADS)
#define EACH_THREAD(t) for (u32 t = threadIdx.x, once = 1; once; once = 0)
#define FIRST_THREAD if (threadIdx.x == 0)
#define BARRIER __syncthreads()
#define FENCE __threadfence()
#define UNROLL _Pragma("unroll")
#define LOAD_SHARED_DATA(p) __ldg(p)
#define LOAD_FRESH(p) __ldcg(p)
#define WAIT_FOR(p, value) while (*(volatile u32 *)(p) != (value)) __nanosleep(40)
DEVICE u32 ones(u64 x) { return (u32)__popcll(x); }
DEVICE u32 high_product(u32 x, u32 y) { return __umulhi(x, y); }
DEVICE u32 add(u32 *p, u32 x) { return atomicAdd(p, x); }
DEVICE void add_long(u64 *p, u64 x) { atomicAdd(p, x); }
DEVICE void join(u32 *p, u32 x) { atomicOr(p, x); }
// The sum of the lengths of the words before this one in its group. The threads of a warp have the words of a group.
DEVICE u32 prefix(const u32 *lengths, u32 w) {
    u32 own = lengths[w] & 255, sum = own;
    UNROLL for (u32 d = 1; d < GROUP; d *= 2) {
        u32 below = __shfl_up_sync(~0u, sum, d);
        if ((w & (GROUP - 1)) >= d) sum += below;
    }
    return sum - own;
}
#endif

// The bits of a word whose number has this bit set.
DEVICE u64 having(u32 bit) {
    switch (bit) {
    case 0: return 0xaaaaaaaaaaaaaaaaull;
    case 1: return 0xccccccccccccccccull;
    case 2: return 0xf0f0f0f0f0f0f0f0ull;
    case 3: return 0xff00ff00ff00ff00ull;
    case 4: return 0xffff0000ffff0000ull;
    default: return 0xffffffff00000000ull;
    }
}

// ---------------------------------------------------------------------------------------------------- packed words

// The tables of the code of words, as the processor computes them.
struct Codes {
    u64 halves[16][16];
    u32 quarters[16][16];
    u32 lengths[16];
    u32 subsets_of_32[16];
    u32 subsets_of_16[20];
    u32 starts[20];
    u32 inverses_of_32[16];
    u32 inverses_of_16[20];
    u16 sets[65536];
    u16 ranks[65536];
};

#define SMALL_SETS 697    // subsets of 16 with at most three members

struct Near {
    u64 halves[16][16];
    u32 quarters[16][16];
    u32 lengths[16];
    u32 subsets_of_32[16];
    u32 subsets_of_16[20];
    u32 starts[20];
    u32 inverses_of_32[16];
    u32 inverses_of_16[20];
    u16 sets[SMALL_SETS + 1];
};

DEVICE void fetch(Near *near, const Codes *codes) {
    EACH(i, sizeof(Near) / 4) ((u32 *)near)[i] = ((const u32 *)codes)[i];
}

DEVICE u32 set_of_16(const Near *near, const Codes *codes, u32 size, u32 rank) {
    u32 place = near->starts[size] + rank;
    return place < SMALL_SETS ? near->sets[place] : LOAD_SHARED_DATA(&codes->sets[place & 0xffff]);
}

// rank / subsets, where `inverse` is 2^32 / subsets, rounded down, and at most 2^32 - 1.
DEVICE u32 quotient(u32 rank, u32 subsets, u32 inverse) {
    u32 q = high_product(rank, inverse);
    if (rank - q * subsets >= subsets) q++;
    return q;
}

DEVICE u32 set_of_32(const Near *near, const Codes *codes, u32 size, u32 rank) {
    u32 part = 0;
    while (part < size && rank >= near->quarters[size][part + 1]) part++;
    rank -= near->quarters[size][part];
    u32 subsets = near->subsets_of_16[part];
    u32 high = quotient(rank, subsets, near->inverses_of_16[part]), low = rank - high * subsets;
    return set_of_16(near, codes, size - part, high) << 16 | set_of_16(near, codes, part, low);
}

DEVICE u64 set_of_64(const Near *near, const Codes *codes, u32 size, u64 rank) {
    u32 part = 0;
    while (part < size && rank >= near->halves[size][part + 1]) part++;
    rank -= near->halves[size][part];
    u32 subsets = near->subsets_of_32[part], high, low;
    if (rank >> 32 == 0) {
        high = quotient((u32)rank, subsets, near->inverses_of_32[part]);
        low = (u32)rank - high * subsets;
    } else {
        high = (u32)(rank / subsets);
        low = (u32)(rank - (u64)high * subsets);
    }
    return (u64)set_of_32(near, codes, size - part, high) << 32 | set_of_32(near, codes, part, low);
}

DEVICE u32 rank_of_32(const Near *near, const Codes *codes, u32 set) {
    u32 size = ones(set), part = ones(set & 0xffff);
    return near->quarters[size][part] + codes->ranks[set >> 16] * near->subsets_of_16[part] + codes->ranks[set & 0xffff];
}

DEVICE u64 rank_of_64(const Near *near, const Codes *codes, u64 set) {
    u32 size = ones(set), part = ones(set & 0xffffffffull);
    return near->halves[size][part] + (u64)rank_of_32(near, codes, (u32)(set >> 32)) * near->subsets_of_32[part] +
           rank_of_32(near, codes, (u32)set);
}

// ---------------------------------------------------------------------------------------------------------- turning

// A symmetry: the images of the bits of a word's number, then exchanges of two bits of a place in a row.
struct Turn {
    u32 images[32];
    u32 count;
    u32 exchanges[16][2];
    u32 spare[15];
};

DEVICE u32 turned(const Turn *turn, u32 number, u32 from, u32 to) {
    u32 image = 0;
    for (u32 bit = from; bit < to; bit++) image |= (number >> bit & 1) << turn->images[bit];
    return image;
}

// Exchanges two bits of the numbers of the bits of a word.
struct Exchange {
    u64 which;
    u32 by;
};

DEVICE Exchange exchange(u32 low, u32 high) {
    Exchange x = {having(low) & ~having(high), (1u << high) - (1u << low)};
    return x;
}

DEVICE u64 exchanged(u64 word, Exchange x) {
    u64 changed = (word >> x.by ^ word) & x.which;
    return word ^ changed ^ changed << x.by;
}

// Unpacks a tile of a block and turns it: each word goes to the place of which it is the result. `parts` has the
// address of each part of the packed block: the offsets of its bunches, the sizes of its groups, and its data.
KERNEL(expand, u64 parts_, u64 out_, u64 turn_, u64 codes_, u64 part_tiles_bits) {
    const u64 *parts = (const u64 *)parts_;
    u64 *out = (u64 *)out_;
    const Turn *turn = (const Turn *)turn_;
    const Codes *codes = (const Codes *)codes_;
    SHARED Near near;
    SHARED u32 lengths[TILE_WORDS];
    SHARED u32 low_images[THREADS], high_images[TILE_WORDS / THREADS];
#if MIXED
    SHARED u64 rows[2][TILE_WORDS];
#else
    SHARED Exchange exchanges[16];
#endif
    u32 tile = BLOCK, in_part = tile & ((1u << part_tiles_bits) - 1);
    const u32 *offsets = (const u32 *)parts[tile >> part_tiles_bits];
    const unsigned char *sizes = (const unsigned char *)(offsets + ((u64)BUNCHES << part_tiles_bits));
    const u32 *data = (const u32 *)(sizes + ((u64)GROUPS << part_tiles_bits));
    SHARED u32 starts[GROUPS];
    EACH(g, GROUPS) {
        u32 start = offsets[in_part * BUNCHES + g / BUNCH];
        for (u32 i = g / BUNCH * BUNCH; i < g; i++) start += sizes[in_part * GROUPS + i];
        starts[g] = start;
    }
    fetch(&near, codes);
    EACH(i, THREADS) low_images[i] = turned(turn, i, 0, 8);
    EACH(i, TILE_WORDS / THREADS) high_images[i] = turned(turn, i * THREADS, 8, TILE_BITS);
#if !MIXED
    EACH(i, turn->count) exchanges[i] = exchange(turn->exchanges[i][0], turn->exchanges[i][1]);
    const u32 count = turn->count;
#endif
    BARRIER;
    EACH(w, TILE_WORDS) {
        const u32 *group = data + starts[w / GROUP];
        u32 index = w % GROUP, many = group[0] & group[1] & group[2];
        u32 kind = (group[0] >> index & 1) | (group[1] >> index & 1) << 1 | (group[2] >> index & 1) << 2;
        if (kind == MANY) {
            u32 at = HEAD + 3 * ones(many & ((1u << index) - 1));
            u32 bits = group[at / 32] >> at % 32;
            if (at % 32 > 29) bits |= group[at / 32 + 1] << (32 - at % 32);
            kind += bits & 7;
        }
        lengths[w] = near.lengths[kind] | kind << 8 | (HEAD + 3 * ones(many)) << 16;
    }
    BARRIER;
    u32 base = turned(turn, tile << TILE_BITS, TILE_BITS, WORD_BITS);
    EACH(w, TILE_WORDS) {
        u32 at = prefix(lengths, w) + (lengths[w] >> 16);
        u32 length = lengths[w] & 255, kind = lengths[w] >> 8 & 255;
        u64 word = ~0ull;
        if (kind != 0) {
            const u32 *from = data + starts[w / GROUP] + at / 32;
            u32 shift = at % 32;
            u64 bits = (u64)from[0] >> shift;
            if (shift + length > 32) bits |= (u64)from[1] << (32 - shift);
            if (shift + length > 64) bits |= (u64)from[2] << (64 - shift);
            if (kind == PLAIN) word = bits;
            else word = ~set_of_64(&near, codes, kind, bits & ((1ull << length) - 1));
        }
#if MIXED
        rows[0][w] = word;
    }
    u32 now = 0;
    for (u32 i = 0; i < turn->count; i++) {
        u32 low = turn->exchanges[i][0], high = turn->exchanges[i][1];
        BARRIER;
        EACH(w, TILE_WORDS) {
            u64 *from = rows[now], *to = rows[now ^ 1];
            if (high < 6) {
                to[w] = exchanged(from[w], exchange(low, high));
            } else if (low < 6) {
                u32 lane = 1u << (high - 6), by = 1u << low;
                u64 a = from[w & ~lane], b = from[w | lane];
                u64 changed = (a >> by ^ b) & ~having(low);
                to[w] = w & lane ? b ^ changed : a ^ changed << by;
            } else {
                u32 a = 1u << (low - 6), b = 1u << (high - 6);
                to[w] = from[!(w & a) != !(w & b) ? w ^ a ^ b : w];
            }
        }
        now ^= 1;
    }
    BARRIER;
    EACH(w, TILE_WORDS) out[base | low_images[w % THREADS] | high_images[w / THREADS]] = rows[now][w];
#else
        for (u32 i = 0; i < count; i++) word = exchanged(word, exchanges[i]);
        out[base | low_images[w % THREADS] | high_images[w / THREADS]] = word;
    }
#endif
}

// Writes bits where there are zeros.
DEVICE void put(u32 *group, u32 at, u64 bits, u32 length) {
    u32 shift = at % 32;
    group += at / 32;
    join(group, (u32)(bits << shift));
    if (shift + length > 32) join(group + 1, (u32)(bits >> (32 - shift)));
    if (shift + length > 64) join(group + 2, (u32)(bits >> (64 - shift)));
}

// Packs a tile of a block. Each part of the staging area has the offsets of its bunches, the sizes of its groups, and
// the data in the order in which tiles arrive. `counters` has the number of 32-bit words of data in each part.
KERNEL(pack, u64 in_, u64 staging_, u64 counters_, u64 codes_, u64 part_tiles_bits, u64 capacity) {
    const u64 *in = (const u64 *)in_ + (u64)BLOCK * TILE_WORDS;
    const Codes *codes = (const Codes *)codes_;
    u32 part = BLOCK >> part_tiles_bits, in_part = BLOCK & ((1u << part_tiles_bits) - 1);
    u32 *offsets = (u32 *)staging_ + part * capacity;
    unsigned char *sizes = (unsigned char *)(offsets + ((u64)BUNCHES << part_tiles_bits));
    u32 *data = (u32 *)(sizes + ((u64)GROUPS << part_tiles_bits));
    SHARED Near near;
    SHARED u32 lengths[TILE_WORDS];
    SHARED u32 many[GROUPS];
    SHARED u32 starts[GROUPS + 1];
    SHARED u32 first;
    SHARED u32 buffer[TILE_WORDS * 2 + GROUPS * 6];
    fetch(&near, codes);
    EACH(i, TILE_WORDS * 2 + GROUPS * 6) buffer[i] = 0;
    EACH(g, GROUPS) many[g] = 0;
    BARRIER;
    EACH(w, TILE_WORDS) {
        u32 zeros = ones(~in[w]);
        u32 kind = zeros < PLAIN ? zeros : PLAIN;
        lengths[w] = near.lengths[kind] | kind << 8;
        if (kind >= MANY) join(&many[w / GROUP], 1u << w % GROUP);
    }
    BARRIER;
    EACH(w, TILE_WORDS) {
        u32 end = HEAD + 3 * ones(many[w / GROUP]) + prefix(lengths, w) + (lengths[w] & 255);
        if (w % GROUP == GROUP - 1) starts[w / GROUP + 1] = (end + 31) / 32;
    }
    BARRIER;
    EACH(g, GROUPS) sizes[in_part * GROUPS + g] = (unsigned char)starts[g + 1];
    BARRIER;
    FIRST_THREAD {
        starts[0] = 0;
        for (u32 g = 0; g < GROUPS; g++) starts[g + 1] += starts[g];
        first = add((u32 *)counters_ + part, starts[GROUPS]);
    }
    BARRIER;
    EACH(w, TILE_WORDS) {
        u32 kind = lengths[w] >> 8, length = lengths[w] & 255, index = w % GROUP;
        u32 code = kind < MANY ? kind : MANY, others = many[w / GROUP];
        u32 at = HEAD + 3 * ones(others) + prefix(lengths, w);
        u32 *group = buffer + starts[w / GROUP];
        if (code & 1) join(group, 1u << index);
        if (code & 2) join(group + 1, 1u << index);
        if (code & 4) join(group + 2, 1u << index);
        if (code == MANY) put(group, HEAD + 3 * ones(others & ((1u << index) - 1)), kind - MANY, 3);
        if (kind != 0) put(group, at, kind == PLAIN ? in[w] : rank_of_64(&near, codes, ~in[w]), length);
    }
    BARRIER;
    EACH(i, starts[GROUPS]) data[first + i] = buffer[i];
    EACH(b, BUNCHES) offsets[in_part * BUNCHES + b] = first + starts[b * BUNCH];
}

// ---------------------------------------------------------------------------------------------------------- solving

// A move that leaves a tile: the link it belongs to (0 is the block itself), the bits of the tile's number and of the
// word's number in it that it takes, how far it shifts a word, and the bits of a word where it is not possible.
struct Step {
    u32 link, tile, low, shift;
    u64 lacking;
};

// Any move: the bits of the block's number and of the word's number, and the bits of a word where it is not possible.
struct Move {
    u32 block, word;
    u64 lacking;
};

struct Reading {
    u64 from;
    u64 lacking;
    u32 low, shift;
};

DEVICE u64 settled(u64 open) {
    const u64 levels[6] = {0x0000000000000001ull, 0x0000000100010116ull, 0x0001011601161668ull,
                           0x0116166816686880ull, 0x1668688068808000ull, 0x6880800080000000ull};
    UNROLL for (u32 level = 0; level < 6; level++) {
        u64 lost = open & levels[level];
        (void)lost;
#define X(shift, possible) open &= ~(lost << shift & possible);
        IN_WORD(X)
#undef X
    }
    return ~open;
}

// Solves a block. Blocks of threads take tiles in the given order, in which a tile comes after those that its moves
// lead to, and wait for tiles that others still work on. `links` has the address of each neighbour in the same
// orientation, or 0; `flags` has the number of the last launch that finished each tile.
KERNEL(solve, u64 out_, u64 links_, u64 steps_, u64 order_, u64 flags_, u64 launch, u64 counter_, u64 lost_,
       u64 block, u64 moves_, u64 moves_count, u64 words_, u64 levels_) {
    const u64 *links = (const u64 *)links_;
    const Step *steps = (const Step *)steps_;
    const u32 *order = (const u32 *)order_;
    u32 *flags = (u32 *)flags_;
    const u16 *words = (const u16 *)words_;
    const u32 *levels = (const u32 *)levels_;
    SHARED u64 tile[TILE_WORDS];
    SHARED Reading readings[STEPS + 1];
    SHARED u32 tile_number, others, own, lost;
#if MISERE
    SHARED u32 has_terminal;
#endif
    const u32 tiles = 1u << (WORD_BITS - TILE_BITS);
    for (;;) {
        BARRIER;
        FIRST_THREAD {
            u32 next = add((u32 *)counter_, 1);
            tile_number = next < tiles ? order[next] : ~0u;
            others = own = lost = 0;
#if MISERE
            has_terminal = 1;
#endif
        }
        BARRIER;
        const u32 number = tile_number;
        if (number == ~0u) return;
        // Neighbours are listed from the front, tiles of the same block from the back.
        EACH(i, STEPS) {
            Step step = steps[i];
            if ((number & step.tile) == step.tile && (step.link == 0 || links[step.link] != 0)) {
                u64 from = step.link == 0 ? out_ : links[step.link];
                u32 place = step.link == 0 ? STEPS - add(&own, 1) : add(&others, 1);
                readings[place].from = from + ((u64)(number ^ step.tile) << (TILE_BITS + 3));
                readings[place].lacking = step.lacking;
                readings[place].low = step.low;
                readings[place].shift = step.shift;
                if (step.link == 0) WAIT_FOR(flags + (number ^ step.tile), (u32)launch);
            }
        }
#if MISERE
        EACH(i, moves_count) {
            Move move = ((const Move *)moves_)[i];
            u32 here = number << TILE_BITS;
            if ((move.block & block) == move.block && (move.word & here) == move.word && move.lacking == 0) has_terminal = 0;
        }
#endif
        FENCE;
        BARRIER;
        EACH_THREAD(t) {
            u64 open[TILE_WORDS / THREADS];
            UNROLL for (u32 i = 0; i < TILE_WORDS / THREADS; i++) open[i] = ~0ull;
#if MISERE
            if (has_terminal) {
                for (u32 i = 0; i < TILE_WORDS / THREADS; i++) {
                    u32 word = number << TILE_BITS | i * THREADS | t;
                    u64 terminal = ~0ull;
                    for (u32 m = 0; m < moves_count; m++) {
                        Move move = ((const Move *)moves_)[m];
                        if ((move.block & block) == move.block && (move.word & word) == move.word) terminal &= move.lacking;
                    }
                    open[i] = ~terminal;
                }
            }
#endif
            for (u32 r = 0; r < others; r++) {
                const u64 *from = (const u64 *)readings[r].from;
                const u64 lacking = readings[r].lacking;
                const u32 low = readings[r].low, shift = readings[r].shift;
                UNROLL for (u32 i = 0; i < TILE_WORDS / THREADS; i++) {
                    u32 w = i * THREADS | t;
                    if ((w & low) == low) open[i] &= LOAD_SHARED_DATA(from + (w ^ low)) << shift | lacking;
                }
            }
            for (u32 r = STEPS; r > STEPS - own; r--) {
                const u64 *from = (const u64 *)readings[r].from;
                const u64 lacking = readings[r].lacking;
                const u32 low = readings[r].low, shift = readings[r].shift;
                UNROLL for (u32 i = 0; i < TILE_WORDS / THREADS; i++) {
                    u32 w = i * THREADS | t;
                    if ((w & low) == low) open[i] &= LOAD_FRESH(from + (w ^ low)) << shift | lacking;
                }
            }
            UNROLL for (u32 i = 0; i < TILE_WORDS / THREADS; i++) tile[i * THREADS | t] = open[i];
        }
        BARRIER;
        for (u32 level = 0; level <= TILE_BITS; level++) {
            u32 start = levels[level];
            EACH(i, levels[level + 1] - start) {
                u32 w = words[start + i];
                u64 open = tile[w];
#define X(low, shift, lacking) if ((w & low) == low) open &= tile[w ^ low] << shift | lacking;
                IN_TILE(X)
#undef X
                tile[w] = settled(open);
            }
            BARRIER;
        }
        u32 zeros = 0;
        u64 *out = (u64 *)out_ + ((u64)number << TILE_BITS);
        EACH(w, TILE_WORDS) {
            u64 word = tile[w];
            out[w] = word;
            zeros += ones(~word);
        }
        add(&lost, zeros);
        FENCE;
        BARRIER;
        FIRST_THREAD {
            add_long((u64 *)lost_, lost);
            FENCE;
            *(volatile u32 *)(flags + number) = (u32)launch;
        }
    }
}
