import { useId, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import './asides.css';

/** One panel next to a form, under its heading. */
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
    <section className="tp-panel tp-aside" aria-labelledby={id} aria-busy={busy}>
      <h2 id={id}>
        <FormattedMessage id={title} />
      </h2>
      {children}
    </section>
  );
};

export type Tone = 'good' | 'warn' | 'bad' | 'quiet';

/** The status in a word or a sentence; its sign and its colour have the same meaning. */
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
