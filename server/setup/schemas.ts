import { Type, type Static } from '@fastify/type-provider-typebox';
import { component, Id, Nullable, words } from '../http/schemas.ts';

/** Facts from which the console derives the steps of the setup checklist. */
export const ProductSetup = component(
  'ProductSetup',
  Type.Object({
    product_id: Id(),
    domain: Type.String({ description: 'Domain whose pages the tag may report' }),
    tag: Type.String({ description: 'Measurement tag for every page of the product' }),
    refused_hosts: Type.Array(Type.String(), {
      description:
        "Hosts outside the product's domain whose pages reported in the last 7 days; all were refused",
    }),
    has_accesses: Type.Boolean({ description: 'Whether the tag has reported a page view' }),
    cv_settings: Type.Integer({ minimum: 0, description: 'Number of CV settings' }),
    is_matched: Type.Boolean({
      description:
        'Whether a conversion was recorded, or a recent page view matches a CV setting, so that the next one is recorded',
    }),
    ads: Type.Integer({ minimum: 0, description: 'Number of ads' }),
    ad_id: Nullable(Id('Ad of the click URL, otherwise the oldest ad; null: none')),
    click_url: Nullable(Type.String({ description: 'Oldest click URL that is counted; null: none' })),
    has_clicks: Type.Boolean({ description: 'Whether a click was recorded' }),
  }),
);

export const SampleState = words(
  'SampleState',
  ['loading', 'loaded', 'removing', 'removed'],
  'loading: being added; loaded: can be removed; removing: being deleted; removed: deleted',
);

export const SampleDataBody = component(
  'SampleData',
  Type.Object({ product_id: Id('Product of the sample data'), state: SampleState.ref }),
);

export const Setup = component(
  'Setup',
  Type.Object({
    users: Type.Integer({ minimum: 1, description: 'Number of users of the company, invited ones included' }),
    sample_data: Type.Optional(SampleDataBody.ref),
    product: Type.Optional(ProductSetup.ref),
  }),
);

export type ProductSetupBody = Static<typeof ProductSetup.schema>;
