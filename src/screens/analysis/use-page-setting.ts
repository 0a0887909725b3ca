import { PageSettingDocument } from '../../../graphql/generated/graphql.ts';
import type { PageSetting } from '../../analyses/custom.ts';
import { useProduct } from '../../console/product.ts';
import { present } from '../../resources/row.ts';
import { useInquiry, type Inquiry } from '../use-inquiry.ts';

interface Found extends Pick<Inquiry<object>, 'failure' | 'again'> {
  /** null: the page has none; undefined: not known yet. */
  readonly setting: PageSetting | null | undefined;
}

/** What the company set a page of analysis to, for the present product. @param page as `analyze_settings` calls it */
export const usePageSetting = (page: string): Found => {
  const product = useProduct();
  const { answer, failure, again } = useInquiry(PageSettingDocument, { where: `analyze_page=${page}&product_id=${product.id}` });
  return { setting: answer === null ? undefined : present(answer.page?.results)[0] ?? null, failure, again };
};
