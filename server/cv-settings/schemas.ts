import { Type, type Static } from '@fastify/type-provider-typebox';
import { LENGTHS } from '../records/writing.ts';
import { Closed, component, Id, Nullable, Time, words } from '../http/schemas.ts';

/** Schemas of the preview of a CV setting. */

const Typed = (description: string, maxLength: number) => Type.String({ maxLength, description });

/** The setting is previewed while it is edited, so invalid values yield a verdict instead of a fault. */
export const PreviewCvSettingForm = component(
  'PreviewCvSettingForm',
  Closed({
    product_id: Id(),
    cv_condition: Type.Integer({
      minimum: 1,
      maximum: 3,
      description: '1 URL, 2 URL and referrer, 3 button',
    }),
    cv_page_url: Typed('The page of the CV; of a button where it is, empty: on every page', LENGTHS.url),
    route_page_url: Typed('The page before', LENGTHS.url),
    button_selector: Typed('What is clicked', LENGTHS.text),
  }),
);

export const CvSettingField = words(
  'CvSettingField',
  ['cv_page_url', 'route_page_url', 'button_selector'],
  'A text of a CV setting',
);
export const CvSettingVerdict = words(
  'CvSettingVerdict',
  ['incomplete', 'impossible', 'foreign_host', 'unseen', 'none', 'some'],
  'incomplete: a text that the condition needs is empty; impossible: nothing can match a text; ' +
    "foreign_host: the page is outside of the product's hosts; unseen: no page views to compare with; " +
    'none: no page view matches; some: page views match',
);

export const MatchedPage = component(
  'MatchedPage',
  Type.Object({
    url: Type.String({ description: 'With its query where the setting names parameters' }),
    views: Type.Integer({ description: 'Page views among those that were compared' }),
    last_at: Time('Of its last page view'),
  }),
);

export const CvSettingPreview = component(
  'CvSettingPreview',
  Type.Object({
    verdict: CvSettingVerdict.ref,
    field: Type.Optional(CvSettingField.ref),
    look_back_days: Type.Integer({ description: 'How far back page views were looked for' }),
    views: Type.Integer({ description: 'Page views that were compared: the latest, without those of bots' }),
    matched_views: Type.Integer({ description: 'Page views that match' }),
    matched_pages: Type.Integer({ description: 'Pages that match' }),
    pages: Nullable(
      Type.Array(MatchedPage.ref, {
        description: 'Pages that match, the latest first, 10 at most; null: the caller sees no access log',
      }),
    ),
  }),
);

export type PreviewedCvSetting = Static<typeof PreviewCvSettingForm.ref>;
export type CvSettingPreviewBody = Static<typeof CvSettingPreview.ref>;
