import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { isCodeMissing, reportOf } from '../../machines/cause.ts';
import { isFailure } from '../../machines/failure.ts';
import { useConsole } from '../console/context.ts';
import { useFailureText } from './failure-text.ts';
import { usePageTitle } from './page-title.ts';
import { PublicPage } from './public-page.tsx';

/** Loaded on demand, so that pages before sign-in do not contain this code. */
const loadTools = () => import('./crash-tools.tsx');

/** Replaces the page if the frame itself failed to render, or its code could not be loaded. */
export const Crash = (props: ErrorComponentProps) => (
  <PublicPage>
    <CrashText {...props} />
  </PublicPage>
);

/** Replaces one screen that failed to render; the menu stays usable. */
export const ScreenCrash = (props: ErrorComponentProps) => (
  <div className="crash">
    <CrashText {...props} />
  </div>
);

/** Description of the error, suggestions, and the reference for support; the heading takes the focus. */
const CrashText = ({ error, reset }: ErrorComponentProps) => {
  const newer = isCodeMissing(error);
  usePageTitle(newer ? 'crash.newer' : 'crash.title');
  const router = useRouter();
  const console = useConsole();
  const failureText = useFailureText();
  const report = reportOf(error, 'screen');
  const text = [report.code, report.status, report.requestId, report.text].filter(Boolean).join(' · ');
  const [tools, setTools] = useState<Awaited<ReturnType<typeof loadTools>> | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const reload = () => {
    reset();
    void router.invalidate();
  };
  return (
    <>
      <h1 tabIndex={-1} ref={heading}>
        <FormattedMessage id={newer ? 'crash.newer' : 'crash.title'} />
      </h1>
      <p role="alert">
        {isFailure(error) ? (
          failureText(error)
        ) : (
          <FormattedMessage id={newer ? 'crash.newer.hint' : 'crash.hint'} />
        )}
      </p>
      <p className="actions">
        <button type="button" className="p-button" onClick={() => location.reload()}>
          <FormattedMessage id="crash.reload" />
        </button>
        {!newer && (
          <>
            <button type="button" className="p-button p-button-secondary" onClick={reload}>
              <FormattedMessage id="crash.retry" />
            </button>
            <button
              type="button"
              className="p-button p-button-text"
              onClick={() => void loadTools().then(({ saveRecording }) => saveRecording(console))}
            >
              <FormattedMessage id="app.recording" />
            </button>
          </>
        )}
      </p>
      {!newer && (
        <details className="crash-report" onToggle={() => void loadTools().then(setTools)}>
          <summary>
            <FormattedMessage id="crash.report" />
          </summary>
          <code>{text}</code> {tools && <tools.CopyButton text={text} />}
        </details>
      )}
    </>
  );
};
