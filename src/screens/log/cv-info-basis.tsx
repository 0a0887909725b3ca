import type { LogAnswer } from '../../resources/log.ts';
import { ReportFooter } from '../report-footer.tsx';

/** The rules that the figures of CV information follow, and up to which event they count. */
const CvInfoBasis = ({ page }: { readonly page: LogAnswer<object>['page'] }) => {
  const { rules = null, watermark = '', watermark_at = null } = page ?? {};
  return rules && <ReportFooter report={{ rules, watermark, watermark_at, left_out: null }} />;
};

export default CvInfoBasis;
