import type { ListName } from '../../machines/startup.ts';

/**
 * Address patterns of the pages of start-up entries. They repeat the descriptors' `page` for code that does
 * not load descriptors.
 */
export const RECORD_PAGES = {
  ad: '/ad/setting/$id',
  asp: '/ad/asp-setting/$id',
  cvSetting: '/ad/cv-setting/$id',
  adCategory: '/ad/category-setting/$id',
  redirect: '/ad/redirect-setting/$id',
  agency: '/config/agency/$id',
} as const satisfies Partial<Record<ListName, string>>;

export const recordPage = (list: ListName, id: number): string | null =>
  list in RECORD_PAGES ? RECORD_PAGES[list as keyof typeof RECORD_PAGES].replace('$id', String(id)) : null;
