import { adCategories } from '../../resources/ad-categories.ts';
import { adTypes } from '../../resources/ad-types.ts';
import { ads } from '../../resources/ads.ts';
import { agencies } from '../../resources/agencies.ts';
import { analyzeSettings } from '../../resources/analyze-settings.ts';
import { apiKeys } from '../../resources/api-keys.ts';
import { asps } from '../../resources/asps.ts';
import { companies } from '../../resources/companies.ts';
import type { Constraints } from '../../resources/constraints.ts';
import { crossdomainSettings } from '../../resources/crossdomain-settings.ts';
import { cvSettings } from '../../resources/cv-settings.ts';
import { products } from '../../resources/products.ts';
import { redirects } from '../../resources/redirects.ts';
import { reportDeliveries } from '../../resources/report-deliveries.ts';
import type { Identified, Resource, Widget } from '../../resources/resource.ts';
import { syncSettings } from '../../resources/sync-settings.ts';
import { users } from '../../resources/users.ts';
import { fieldsOf, type AnyDraft, type AnyField } from '../record/fields.ts';

interface Form {
  /** Name of the resource in message ids. */
  readonly name: string;
  readonly fields: readonly AnyField[];
  readonly constraints: Constraints;
  readonly blank: AnyDraft;
}

const formOf = <Row extends Identified, Draft extends object>(resource: Resource<Row, Draft>): Form => ({
  name: resource.name,
  fields: fieldsOf(resource),
  constraints: resource.form?.constraints ?? {},
  blank: (resource.form?.blank ?? {}) as AnyDraft,
});

/** The console's forms, small ones first. */
const FORMS: readonly Form[] = [
  formOf(adCategories),
  formOf(adTypes),
  formOf(redirects),
  formOf(crossdomainSettings),
  formOf(cvSettings),
  formOf(users),
  formOf(agencies),
  formOf(companies),
  formOf(products),
  formOf(ads),
  formOf(asps),
  formOf(syncSettings),
  formOf(analyzeSettings),
  formOf(reportDeliveries),
  formOf(apiKeys),
];

/** The first form with a field of a widget: samples use the field's texts, constraints and choices. */
export const placeOf = (widget: Widget): { readonly form: Form; readonly field: AnyField } => {
  for (const form of FORMS) {
    const field = form.fields.find(one => one.widget === widget);
    if (field !== undefined) return { form, field };
  }
  throw new Error(`No form has the widget "${widget}".`);
};
