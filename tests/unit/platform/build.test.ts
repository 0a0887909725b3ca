import { execFileSync } from 'node:child_process';
import { afterEach, expect, it, vi } from 'vitest';
import { buildText, readBuild } from '../../../server/platform/build.ts';

/** The version that a running program states. */
afterEach(() => {
  vi.unstubAllEnvs();
});

it('names the commit of its clone to an account that does not own the folder, as under systemd', async () => {
  const head = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).slice(0, 12);
  // Git then refuses the folder as it refuses one of another owner.
  vi.stubEnv('GIT_TEST_ASSUME_DIFFERENT_OWNER', '1');
  const build = await readBuild(null);
  expect(build.commit).toBe(head);
  expect(buildText(build)).toBe(`${build.version} (${head})`);
});

it('prefers the commit that the settings name', async () => {
  expect((await readBuild('abcdef0123456789')).commit).toBe('abcdef012345');
});
