import { expect, test } from 'vitest';
import { describeAgent } from '../../../server/accounts/describe-agent.ts';

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
    { browser: 'Chrome', os: 'Windows', device: 'desktop' },
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    { browser: 'Mobile Safari', os: 'iOS', device: 'mobile' },
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    { browser: 'Mobile Safari', os: 'iOS', device: 'tablet' },
  ],
  // A television has a type of its own.
  [
    'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/94.0.4606.128 Safari/537.36 WebAppManager',
    { browser: 'Chrome', os: 'webOS', device: null },
  ],
  ['日本語 agent', { browser: null, os: null, device: null }],
  ['', { browser: null, os: null, device: null }],
])('%s is described', (userAgent, expected) => {
  expect(describeAgent(userAgent)).toEqual(expected);
});
