import { PrintHead } from '../../print/print-view.tsx';
import { Waiting, type Waited } from '../report/waiting.tsx';
import type { ReportContext } from '../report/context.ts';
import type { ReportFile } from '../tools/tools-menu.tsx';
import { AnalysisTools } from '../tools/tools.tsx';
import { ConditionBar } from './condition-bar.tsx';

interface Props {
  readonly context: ReportContext;
  /** The report as a file; null: its query is not known yet. */
  readonly file: ReportFile | null;
  /** The state of the query; null: it is not known yet. */
  readonly waited: Waited | null;
}

/** The head of a report: its tools, its conditions, also as text for printing, and how long its answer takes. */
export const ReportBar = ({ context, file, waited }: Props) => (
  <>
    <PrintHead facts={context.facts} />
    <AnalysisTools context={context} file={file} />
    <div className="tp-report-bar">
      <ConditionBar context={context} />
      {waited !== null && <Waiting {...waited} />}
    </div>
  </>
);
