import { useId, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import './side-panels.css';

/** Panel beside a form, with its heading. */
export const Panel = ({
  title,
  busy = false,
  children,
}: {
  readonly title: string;
  readonly busy?: boolean;
  readonly children: ReactNode;
}) => {
  const id = useId();
  return (
    <section className="tp-panel tp-side-panel" aria-labelledby={id} aria-busy={busy}>
      <h2 id={id}>
        <FormattedMessage id={title} />
      </h2>
      {children}
    </section>
  );
};

export type Tone = 'good' | 'warn' | 'bad' | 'quiet';

/** A status as text; icon and colour only repeat it. */
export const Verdict = ({
  tone,
  sign,
  children,
}: {
  readonly tone: Tone;
  readonly sign: ReactNode;
  readonly children: ReactNode;
}) => (
  <p className={`tp-verdict tp-verdict-${tone}`} role="status">
    {sign}
    <span>{children}</span>
  </p>
);
