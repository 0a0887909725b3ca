import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NO_NETWORK } from '../../../server/platform/contact-network.ts';
import {
  claimsOf,
  type ApprovalRules,
  type ConversionFacts,
  type PathContact,
} from '../../../server/results/derive.ts';
import { UNREADABLE_VALUE } from '../../../server/results/exceeded-limits.ts';
import { evaluate, type Evaluation } from '../../../server/results/evaluate.ts';
import {
  ad,
  conversionFacts,
  judgings,
  network,
  pathContact,
  rulesOf,
  situations,
} from './two-result-workers.ts';

const conversion = conversionFacts();
type Situation = typeof situations extends fc.Arbitrary<infer Made> ? Made : never;
const networkOf = ({ rules, existing }: Situation, { adId, aspId }: PathContact): number | null =>
  aspId > 0 ? aspId : (existing.get(adId) ?? rules.ads.get(adId)?.aspId ?? null);
/** A contact as its result carries it. */
const disclosed = (contact: PathContact): PathContact =>
  contact.aspId === NO_NETWORK
    ? {
        ...contact,
        xclid: '',
        mediaSessionId: '',
        mediaManagement1: '',
        mediaManagement2: '',
        mediaManagement3: '',
      }
    : contact;

describe('results of a conversion', () => {
  test('are at most one for each network', () => {
    fc.assert(
      fc.property(situations, ({ rules, path, existing }) => {
        const networks = claimsOf(conversion, path, rules, existing).map(claim => claim.aspId);
        expect(new Set(networks).size).toBe(networks.length);
      }),
    );
  });

  test('are those of the documented types, network by network', () => {
    fc.assert(
      fc.property(situations, situation => {
        const { rules, path, existing } = situation;
        const made = new Map(claimsOf(conversion, path, rules, existing).map(claim => [claim.aspId, claim]));
        const last = path.at(-1);
        const performance = path.findLast(contact => rules.ads.get(contact.adId)?.performanceCvFlag);
        for (const one of rules.networks.values()) {
          const derived = made.get(one.id);
          const here = one.status && one.productId === conversion.productId;
          const tells = (contact: typeof last) => {
            const its = contact === undefined ? undefined : rules.ads.get(contact.adId);
            return (
              here &&
              contact !== undefined &&
              networkOf(situation, contact) === one.id &&
              (its?.ownResultNotice ? its.resultFlag : one.resultFlag) !== 0
            );
          };
          const resultType = () => {
            if (tells(performance) && one.performanceCvFlag) return 2;
            if (tells(last)) return 1;
            return here && one.resultFlag === 2 ? 3 : undefined;
          };
          const expected = resultType();
          expect(derived?.resultType).toBe(expected);
          const own = path.findLast(contact => networkOf(situation, contact) === one.id) ?? null;
          const carried = expected === undefined ? undefined : [last, performance, own][expected - 1];
          expect(derived?.contact).toEqual(carried && disclosed(carried));
        }
      }),
      { numRuns: 500 },
    );
  });

  test('never carry the click of another network', () => {
    fc.assert(
      fc.property(situations, situation => {
        const { rules, path, existing } = situation;
        for (const claim of claimsOf(conversion, path, rules, existing)) {
          const { contact, aspId, interactionNumber, cvCost } = claim;
          const clicked = path[interactionNumber - 1] ?? null;
          const network = clicked === null ? aspId : networkOf(situation, clicked);
          const its = clicked === null ? undefined : rules.ads.get(clicked.adId);
          expect([network, cvCost]).toEqual([aspId, its?.cvCost ?? 0]);
          expect(contact).toEqual(clicked && disclosed(clicked));
        }
      }),
    );
  });

  test('are none for a middle conversion and none for a bot', () => {
    const rules = rulesOf([network(1, { resultFlag: 2 })], [ad(1, 1)]);
    expect(claimsOf(conversionFacts({ cvType: 0 }), [pathContact(1)], rules)).toEqual([]);
    expect(claimsOf(conversionFacts({ bot: true }), [pathContact(1)], rules)).toEqual([]);
    expect(claimsOf(conversion, [pathContact(1)], rules)).toHaveLength(1);
  });

  test('without any contact go to the networks that are always notified', () => {
    const claims = claimsOf(conversion, [], rulesOf([network(1), network(2, { resultFlag: 2 })], []));
    expect(claims).toMatchObject([{ aspId: 2, resultType: 3, contact: null, interactionNumber: 0 }]);
  });

  test('of a network that judges by performance go to its performance ad even when its other ad was last', () => {
    const rules = rulesOf(
      [network(1, { performanceCvFlag: true })],
      [ad(1, 1), ad(2, 1, { performanceCvFlag: false })],
    );
    const path = [pathContact(1, { interactionId: '7' }), pathContact(2, { interactionId: '8' })];
    expect(claimsOf(conversion, path, rules)).toMatchObject([
      { aspId: 1, resultType: 2, contact: { interactionId: '7' }, interactionNumber: 1 },
    ]);
  });

  test('of two networks are two, one for the last and one for the performance contact', () => {
    const rules = rulesOf(
      [network(1, { performanceCvFlag: true }), network(2)],
      [ad(1, 1), ad(2, 2, { performanceCvFlag: false })],
    );
    expect(claimsOf(conversion, [pathContact(1), pathContact(2)], rules)).toMatchObject([
      { aspId: 1, resultType: 2 },
      { aspId: 2, resultType: 1 },
    ]);
  });

  test("follow an ad's own notice switch for its own results only", () => {
    const silent = ad(1, 1, { ownResultNotice: true, resultFlag: 0 });
    const loud = ad(2, 2, { ownResultNotice: true, resultFlag: 1 });
    const rules = rulesOf([network(1), network(2, { resultFlag: 0 })], [silent, loud]);
    expect(claimsOf(conversion, [pathContact(1)], rules)).toEqual([]);
    expect(claimsOf(conversion, [pathContact(2)], rules)).toMatchObject([{ aspId: 2, resultType: 1 }]);
  });

  test("are judged by the ad's own switches where it has them", () => {
    const own = {
      approveAutomatically: true,
      judgeAmount: true,
      judgeArgs: false,
      excludeDuplicateIps: 3,
      excludeDuplicateArgs: false,
    };
    const rules = rulesOf(
      [network(1)],
      [
        ad(1, 1, { ownAutoApproval: true, autoApproval: own }),
        ad(2, 1, { ownAutoApproval: false, autoApproval: own }),
        ad(3, 1, { ownAutoApproval: true, autoApproval: null }),
      ],
    );
    expect(claimsOf(conversion, [pathContact(1)], rules)[0]?.approvalRules).toEqual(own);
    for (const adId of [2, 3])
      expect(claimsOf(conversion, [pathContact(adId)], rules)[0]?.approvalRules.approveAutomatically).toBe(
        false,
      );
  });
});

describe('judging', () => {
  const histories = fc
    .record({ ip: fc.boolean(), args: fc.boolean() })
    .map(({ ip, args }) => ({ sameIp: () => ip, sameArgs: () => args }));
  const facts = fc
    .record({
      amount: fc.constantFrom(0, 1, 5_480),
      args: fc.constantFrom('', '注文1'),
      ip: fc.constantFrom('::', '::ffff:100.64.1.2'),
      exceededLimits: fc.constantFrom(null, null, 1 as const, 2 as const, 3 as const),
      unreadableValues: fc.constantFrom(0, 0, 0, 1, 2, 3),
    })
    .map(over =>
      conversionFacts(over.unreadableValues === 0 ? over : { ...over, exceededLimits: UNREADABLE_VALUE }),
    );

  const none = {
    approveAutomatically: false,
    judgeAmount: false,
    judgeArgs: false,
    excludeDuplicateIps: 0,
    excludeDuplicateArgs: false,
  };
  const auto = { ...none, approveAutomatically: true };
  const every = { ...auto, judgeAmount: true, judgeArgs: true, excludeDuplicateIps: 7 };
  test.each<[string, Partial<ConversionFacts>, ApprovalRules, Evaluation['status']]>([
    ['made', {}, none, 0],
    ['auto_approval', {}, auto, 1],
    ['exceeded_limits', { exceededLimits: 3 }, auto, 0],
    ['unreadable_values', { exceededLimits: UNREADABLE_VALUE, unreadableValues: 1 }, auto, 0],
    ['unreadable_values', { exceededLimits: 7, unreadableValues: 1 }, none, 0],
    ['amount,args,duplicate_ips', { amount: 0, args: '', exceededLimits: 1 }, every, 2],
    ['duplicate_args', {}, { ...auto, excludeDuplicateArgs: true }, 2],
  ])('gives the ledger the rule %s', (rule, over, rules, status) => {
    const history = { sameIp: () => true, sameArgs: () => true };
    expect(evaluate(conversionFacts(over), rules, history)).toMatchObject({ status, rule });
  });

  test('compares the address within the days of the rule, and no shortened address', () => {
    const comparisons: unknown[][] = [];
    const history = {
      sameIp: (...comparison: unknown[]) => comparisons.push(comparison) > 0,
      sameArgs: () => false,
    };
    const windowOf = (ip: string) =>
      evaluate(conversionFacts({ ip, ts: 5 }), { ...none, excludeDuplicateIps: 7 }, history).days;
    expect(['::ffff:100.64.1.2', '::ffff:0:6440:100', '2001:db8:1::'].map(windowOf)).toEqual([7, null, null]);
    expect(comparisons).toEqual([['::ffff:100.64.1.2', 5, 7]]);
  });

  test('any failed judgement rejects, all passed with automatic approval approve, and everything else waits', () => {
    fc.assert(
      fc.property(facts, judgings, histories, (one, judging, history) => {
        const verdict = evaluate(one, judging, history);
        const approves = judging.approveAutomatically && one.exceededLimits === null;
        // A value that could not be read may be there: it neither rejects nor passes.
        const isAmountJudged = judging.judgeAmount && one.unreadableValues % 2 === 0;
        const areArgsJudged = judging.judgeArgs && one.unreadableValues < 2;
        const isJudgedByAddress = judging.excludeDuplicateIps > 0 && one.ip !== '::';
        const all = [verdict.amount, verdict.args, verdict.duplicateIps, verdict.duplicateArgs];
        const expectedStatus = approves ? 1 : 0;
        expect(verdict.status).toBe(all.includes(1) ? 2 : expectedStatus);
        expect(
          all.every(judgement => judgement === null || judgement === 1 || judgement === (approves ? 0 : 2)),
        ).toBe(true);
        expect(all.map(judgement => judgement !== null)).toEqual([
          isAmountJudged,
          areArgsJudged,
          isJudgedByAddress,
          judging.excludeDuplicateArgs,
        ]);
        expect(verdict.days).toBe(isJudgedByAddress ? judging.excludeDuplicateIps : null);
        expect(verdict.amount === 1).toBe(isAmountJudged && one.amount === 0);
        expect(verdict.args === 1).toBe(areArgsJudged && one.args === '');
        expect(verdict.duplicateIps === 1).toBe(isJudgedByAddress && history.sameIp());
        expect(verdict.duplicateArgs === 1).toBe(
          judging.excludeDuplicateArgs && one.args !== '' && history.sameArgs(),
        );
      }),
      { numRuns: 500 },
    );
  });
});
