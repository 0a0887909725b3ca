import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { Framed } from '../../../analyses/analysis.ts';
import '../../screens.css';
import '../analysis.css';
import { Views } from '../search/views.tsx';
import { useTranslate } from './use-report.ts';

interface Props {
  readonly analysis: Pick<Framed, 'name' | 'views'>;
  /** The title and the introduction where they are not the messages of the analysis. */
  readonly title?: string | undefined;
  readonly lead?: ReactNode;
  /** The view in the address. */
  readonly view?: string;
  readonly children: ReactNode;
}

/** The screen of an analysis: its heading and the links to its views. */
export const AnalysisFrame = ({ analysis, title, lead, view = '', children }: Props) => {
  const translate = useTranslate();
  return (
    <article className="tp-screen tp-analysis">
      <header className="tp-screen-head">
        <h1>{title ?? translate(`analysis.${analysis.name}.title`)}</h1>
        <p>{lead ?? <FormattedMessage id={`analysis.${analysis.name}.lead`} />}</p>
      </header>
      {analysis.views.length > 1 && <Views analysis={analysis} view={view} />}
      {children}
    </article>
  );
};
