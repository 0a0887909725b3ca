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
      description: 'Condition of the conversion: 1 URL, 2 URL and referrer, 3 button click',
    }),
    cv_page_url: Typed(
      'URL pattern of the conversion page, or of the page with the button; empty with a button: every page',
      LENGTHS.url,
    ),
    route_page_url: Typed('URL pattern of the referring page', LENGTHS.url),
    button_selector: Typed('CSS selector of the clicked element', LENGTHS.text),
  }),
);

export const CvSettingField = words(
  'CvSettingField',
  ['cv_page_url', 'route_page_url', 'button_selector'],
  'Text field of a CV setting',
);
export const CvSettingVerdict = words(
  'CvSettingVerdict',
  ['incomplete', 'impossible', 'foreign_host', 'unseen', 'none', 'some'],
  'incomplete: a text that the condition requires is empty; impossible: a text can match nothing; ' +
    'foreign_host: the page is not on a host of the product; unseen: there are no page views to compare with; ' +
    'none: no page view matches; some: page views match',
);

export const MatchedPage = component(
  'MatchedPage',
  Type.Object({
    url: Type.String({
      description: 'URL of the page, with its query string if the setting names parameters',
    }),
    views: Type.Integer({ description: 'Number of compared page views of this page' }),
    last_at: Time('Time of the last page view'),
  }),
);

export const CvSettingPreview = component(
  'CvSettingPreview',
  Type.Object({
    verdict: CvSettingVerdict.ref,
    field: Type.Optional(CvSettingField.ref),
    look_back_days: Type.Integer({ description: 'Days in the past for which page views were searched' }),
    views: Type.Integer({ description: 'Number of compared page views: the latest, without those of bots' }),
    matched_views: Type.Integer({ description: 'Number of page views that match' }),
    matched_pages: Type.Integer({ description: 'Number of pages that match' }),
    pages: Nullable(
      Type.Array(MatchedPage.ref, {
        description:
          'Pages that match, latest first, at most 10; null: the caller may not read the access log',
      }),
    ),
  }),
);

export type PreviewedCvSetting = Static<typeof PreviewCvSettingForm.ref>;
export type CvSettingPreviewBody = Static<typeof CvSettingPreview.ref>;
