import { Narrowing } from './filters.tsx';
import { writeAnalysisSearch } from './write-search.ts';
import type { ReportContext } from '../report/context.ts';
import type { ReportFile } from '../tools/tools-menu.tsx';
import { AnalysisTools } from '../tools/tools.tsx';
import { Waiting, type Waited } from '../report/waiting.tsx';

interface Props {
  readonly site: Pick<ReportContext, 'words' | 'search' | 'go' | 'name' | 'columnChoice'>;
  /** Whether it may be narrowed. */
  readonly narrows?: boolean;
  /** As which file it can be had; null: not yet. */
  readonly file: ReportFile | null;
  /** How it is asked for; null: not yet. */
  readonly waited: Waited | null;
}

/** What a report is narrowed to, what can be made of it, and where it takes long, for how long. */
export const ReportBar = ({ site, narrows = true, file, waited }: Props) => (
  <>
    <div className="tp-bar">
      {narrows && (
        <Narrowing
          words={site.words}
          conditions={site.search.conditions}
          onChange={conditions => site.go(writeAnalysisSearch({ conditions }))}
        />
      )}
      <AnalysisTools site={site} file={file} />
    </div>
    {waited !== null && <Waiting {...waited} />}
  </>
);
