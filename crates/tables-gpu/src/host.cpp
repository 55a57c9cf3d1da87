// The kernels as a program: commands come on the standard input, answers go to the standard output. All numbers have 64
// bits. This is a device for tests on machines without a GPU.
#include <cstdio>
#include <cstdlib>
#include <cstring>

static u64 number() {
    u64 x = 0;
    if (fread(&x, 8, 1, stdin) != 1) exit(0);
    return x;
}

static void answer(u64 x) {
    fwrite(&x, 8, 1, stdout);
    fflush(stdout);
}

int main() {
    for (;;) {
        u64 command = number();
        if (command == 0) {  // allocate
            u64 bytes = number();
            answer((u64)calloc(bytes + 64, 1));
        } else if (command == 1) {  // write
            u64 to = number(), bytes = number();
            if (bytes && fread((void *)to, 1, bytes, stdin) != bytes) return 1;
        } else if (command == 2) {  // read
            u64 from = number(), bytes = number();
            fwrite((void *)from, 1, bytes, stdout);
            fflush(stdout);
        } else if (command == 3) {  // copy
            u64 to = number(), from = number(), bytes = number();
            memmove((void *)to, (void *)from, bytes);
        } else {  // launch
            u64 grid = number(), a[13];
            for (u64 &x : a) x = number();
            for (u32 block = 0; block < grid; block++) {
                if (command == 4) expand(block, a[0], a[1], a[2], a[3], a[4]);
                if (command == 5) pack(block, a[0], a[1], a[2], a[3], a[4], a[5]);
                if (command == 6) solve(block, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11], a[12]);
            }
        }
    }
}
