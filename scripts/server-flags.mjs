/**
 * Node options of a server process.
 *
 * - `max-semi-space-size`: requests wait some ms for the disk together. With the default young generation of 16 MB
 *   many of them would survive a collection and be copied.
 * - `no-allocation-site-pretenuring`: after a load peak V8 would allocate all later requests in the old generation,
 *   whose dead objects keep young ones alive: each collection then copies MBs and stops requests for 10 to 20 ms.
 */
export const SERVER_FLAGS = ['--max-semi-space-size=64', '--no-allocation-site-pretenuring'];
