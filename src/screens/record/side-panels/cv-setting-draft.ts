import { PreviewCvSettingForm } from '../../../../graphql/generated/constraints.ts';
import type { PreviewCvSettingForm_Input } from '../../../../graphql/generated/graphql.ts';
import type { AnyDraft } from '../fields.ts';

const text = (draft: AnyDraft, field: 'cv_page_url' | 'route_page_url' | 'button_selector'): string => {
  const value = draft[field];
  return typeof value === 'string' ? value.slice(0, PreviewCvSettingForm[field].maxLength) : '';
};

/**
 * The form values that decide which pages match, within the server's limits while the form is invalid. Null:
 * product or condition not chosen.
 */
export const typedCvSetting = (draft: AnyDraft): PreviewCvSettingForm_Input | null => {
  const { product_id: product, cv_condition: condition } = draft;
  if (typeof product !== 'number' || product <= 0 || typeof condition !== 'number') return null;
  return {
    product_id: product,
    cv_condition: condition,
    cv_page_url: text(draft, 'cv_page_url'),
    route_page_url: text(draft, 'route_page_url'),
    button_selector: text(draft, 'button_selector'),
  };
};
