import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { Icon } from '../components/icon.tsx';

interface Props {
  /** Message id of the line's title. */
  readonly title: string;
  /** The conditions in words. */
  readonly facts: readonly string[];
  readonly children: ReactNode;
}

/** Fields behind a line with the conditions in words: a narrow screen has no room for fields and rows. */
export const FoldedFields = ({ title, facts, children }: Props) => (
  <details className="tp-folded">
    <summary>
      <Icon name="sliders" />
      <span className="tp-folded-words">
        <strong>
          <FormattedMessage id={title} />
        </strong>
        <small>{facts.join(' · ')}</small>
      </span>
    </summary>
    <div className="tp-fields">{children}</div>
  </details>
);
