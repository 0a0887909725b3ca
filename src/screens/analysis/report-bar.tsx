import { Narrowing } from './narrowing.tsx';
import { writeAnalysisSearch } from './search.ts';
import type { Site } from './site.ts';
import type { ReportFile } from './tools-menu.tsx';
import { AnalysisTools } from './tools.tsx';

interface Props {
  readonly site: Pick<Site, 'words' | 'search' | 'go'>;
  /** Whether it may be narrowed. */
  readonly narrows?: boolean;
  /** As which file it can be had; null: not yet. */
  readonly file: ReportFile | null;
}

/** What a report is narrowed to, and what can be made of it. */
export const ReportBar = ({ site: { words, search, go }, narrows = true, file }: Props) => (
  <div className="tp-bar">
    {narrows && <Narrowing words={words} conditions={search.conditions} onChange={conditions => go(writeAnalysisSearch({ conditions }))} />}
    <AnalysisTools file={file} />
  </div>
);
