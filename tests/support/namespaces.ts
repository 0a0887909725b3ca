import { spawnSync } from 'node:child_process';

const SEPARATE = ['--pid', '--ipc', '--fork', '--kill-child', '--mount-proc'];
/**
 * Options that start a program in its own namespaces, like a container: as root, or as a user mapped to root.
 */
const UNSHARE_ARGUMENTS = [SEPARATE, ['--user', '--map-root-user', '--mount', ...SEPARATE]];

/**
 * The command line that runs its arguments in their own PID and IPC namespaces, or null when this machine
 * does not allow it.
 */
export const separated = ((): readonly string[] | null => {
  const way = UNSHARE_ARGUMENTS.find(words => spawnSync('unshare', [...words, 'true']).status === 0);
  return way === undefined ? null : ['unshare', ...way];
})();
