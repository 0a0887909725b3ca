import { cvApprovalMachine } from '../../cv-approval.ts';
import { APPROVED, PART_SIZE, REJECTED, type Candidate } from '../../decision.ts';
import { done, fails, modelOf } from '../model.ts';

const row = (id: number): Candidate => ({
  id,
  version: 1,
  status: 0,
  next: [APPROVED, REJECTED],
  amount: 5_480,
  cost: 100.5,
});
const rows = (count: number): readonly Candidate[] => Array.from({ length: count }, (_, at) => row(at + 1));

/** The events of the approval screen, by names that a walk through the real screen uses too. */
export const EVENTS = {
  'select one': { type: 'select', selected: rows(1) },
  'select more than a part': { type: 'select', selected: rows(PART_SIZE + 1) },
  'select none': { type: 'select', selected: [] },
  gather: { type: 'gather', query: {} },
  'change the query': { type: 'query.changed' },
  'a page of many': done('gather', { rows: rows(1), next: 'p2' }),
  'the last page': done('gather', { rows: rows(1), next: null }),
  'gathering fails': fails('gather'),
  approve: { type: 'decide', verdict: APPROVED, key: '12345678' },
  reject: { type: 'decide', verdict: REJECTED, key: '12345678' },
  'give a reason': { type: 'type', reason: '重複 é' },
  confirm: { type: 'confirm' },
  back: { type: 'back' },
  cancel: { type: 'cancel' },
  'all decided': done('submit', { decided: 1, refused: [], holdMs: 10_000 }),
  'one refused': done('submit', {
    decided: 0,
    refused: [{ id: 1, code: 'conflict', status: REJECTED, version: 2 }],
    holdMs: 0,
  }),
  'sending fails': fails('submit'),
  acknowledge: { type: 'acknowledge' },
} as const;

export const cvApprovalModel = modelOf(cvApprovalMachine, {
  events: EVENTS,
  factsOf: ({ selected, gathering, remaining, decided, refused, reason, failure, verdict }) => [
    selected.length,
    gathering.rows.length > 0,
    remaining.length,
    decided.length > 0,
    refused.length > 0,
    reason !== '',
    failure !== null,
    verdict,
  ],
  isEnough: ({ decided, refused }) => decided.length > PART_SIZE + 1 || refused.length > 2,
});
