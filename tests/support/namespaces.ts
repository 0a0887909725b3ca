import { spawnSync } from 'node:child_process';

const SEPARATE = ['--pid', '--ipc', '--fork', '--kill-child', '--mount-proc'];
/**
 * How this machine lets us start a program in namespaces of its own, as a container has them: as root, or as
 * a user who is root in there only.
 */
const UNSHARE_ARGUMENTS = [SEPARATE, ['--user', '--map-root-user', '--mount', ...SEPARATE]];

/**
 * The command line that runs the words after it in a PID and IPC namespace of their own; null: this machine
 * does not let us.
 */
export const separated = ((): readonly string[] | null => {
  const way = UNSHARE_ARGUMENTS.find(words => spawnSync('unshare', [...words, 'true']).status === 0);
  return way === undefined ? null : ['unshare', ...way];
})();
