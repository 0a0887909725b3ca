import type { Viewer } from '../../http/visibility.ts';
import type { ReportParts } from '../parse/query.ts';
import { watermarkFields } from '../parse/watermark.ts';
import { showContacts, showConversion, showLeftOut, showResult, showRules } from './credit-answer.ts';
import {
  readCircumstances,
  readConversion,
  type Circumstances,
  type CreditedConversion,
  type CreditParameters,
} from './credit-data.ts';
import { costsOf } from './costs.ts';
import { sumWeights, weightsOf, type Weight } from './weights.ts';
import { nameOrId } from '../count/labels.ts';

/**
 * Number of contacts of a path that the answer lists individually: of a longer path the first and the last
 * ones, with the sum of those between.
 */
const MAX_CONTACTS_SHOWN = 500;

/** The positions of a path that the answer lists individually, from 0. */
const shownPlaces = (length: number): readonly number[] =>
  Array.from({ length }, (_, index) => index).filter(
    index =>
      length <= MAX_CONTACTS_SHOWN ||
      index < MAX_CONTACTS_SHOWN / 2 ||
      index >= length - MAX_CONTACTS_SHOWN / 2,
  );

/** The weights of every contact of the path; none where the conversion does not count. */
const deriveWeights = ({
  parameters,
  conversion,
  because,
  path,
}: CreditedConversion): readonly (readonly Weight[])[] =>
  because === null
    ? weightsOf(path.ids.length, conversion.cv_type === 1 ? conversion.amount : 0, parameters.decay)
    : [];

/** The contacts that are not shown, with the sums of their weights; null: every contact is shown. */
const foldWeights = (
  { path }: CreditedConversion,
  weights: readonly (readonly Weight[])[],
  places: readonly number[],
) => {
  const shown = new Set(places);
  const folded = weights.filter((_, index) => index < path.ids.length && !shown.has(index));
  return folded.length === 0 ? null : { contacts: folded.length, weights: sumWeights(folded) };
};

/** The names of ads that the viewer may see; empty for all others. */
const adNames = ({ seen }: CreditedConversion, { ads }: Circumstances) => {
  const names = new Map(ads.map(ad => [ad.id, ad.name]));
  return (adId: number | null): string => (seen(adId) ? nameOrId(names.get(adId), adId) : '');
};

/** The costs of the conversion, over the contacts, results and ads that the viewer may see. */
const deriveCosts = (
  { conversion, seen }: CreditedConversion,
  { ads }: Circumstances,
  contacts: ReturnType<typeof showContacts>,
  results: Circumstances['made'],
) =>
  costsOf(
    conversion.ms,
    contacts.flatMap(({ ad_id, click_cost, billed }) =>
      ad_id === null ? [] : [{ adId: ad_id, clickCost: click_cost ?? 0, billed }],
    ),
    results.map(({ result }) => result),
    ads.filter(ad => seen(ad.id)),
  );

/**
 * Explains a conversion's credit: its path with every contact's weight under the five models, the contacts
 * that the path leaves out and the rule for each, and its results, judgements and costs. Paths and weights
 * are those of the reports, by the rules of the product or by those of a what-if.
 *
 * An agency sees it where one of its ads is on the path; other agencies' contacts keep their position and
 * weight, without identifying data.
 *
 * @throws {Failure} `not_found`, `invalid`, `no_permission_for_data`
 */
export const readCredit = async (parts: ReportParts, viewer: Viewer, parameters: CreditParameters) => {
  const credited = await readConversion(parts, viewer, parameters);
  const { path, visible, seen } = credited;
  const places = shownPlaces(path.ids.length);
  const circumstances = await readCircumstances(parts, viewer, credited, places);
  const { made, left, elsewhere, resultRules, setting } = circumstances;

  const nameOf = adNames(credited, circumstances);
  const weights = deriveWeights(credited);
  const contacts = showContacts(credited, circumstances, places, weights, nameOf);
  const results = made.filter(({ result }) => visible === 'all' || seen(result.cvAdId));
  return {
    conversion: showConversion(credited, setting),
    rules: showRules(credited),
    ...watermarkFields(credited.at.watermark),
    contacts: path.ids.length,
    path: contacts,
    folded: foldWeights(credited, weights, places),
    no_contact: path.ids.length === 0 ? [...(weights[0] ?? [])] : [],
    left_out: showLeftOut(left, nameOf),
    left_out_counts: { ...left.counts, other_product: elsewhere },
    results: results.map(found => showResult(found, resultRules, nameOf)),
    costs: deriveCosts(credited, circumstances, contacts, results),
  };
};
