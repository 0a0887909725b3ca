import type { ListName } from '../../machines/startup.ts';

/**
 * Where what a start-up list names has a page of its own, `$id` in it. Stated here for those who do not carry
 * the descriptors, which say the same.
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
