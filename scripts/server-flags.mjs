/**
 * Options of Node for a process that runs the server.
 *
 * - Requests wait some milliseconds for the disk together. In a young generation of the usual 16 MB many of
 *   them
 *   are met by a collection, and copied.
 * - The engine would learn from a busy moment that requests live long, and allocate all later ones among old
 *   objects. Dead ones there keep young ones alive: each collection then copies megabytes, and holds all
 *   requests
 *   up for 10 to 20 ms.
 */
export const SERVER_FLAGS = ['--max-semi-space-size=64', '--no-allocation-site-pretenuring'];
