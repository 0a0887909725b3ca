import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { Failure } from '../../../machines/failure.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { useFailureText } from '../failure-text.ts';
import { PublicPage } from '../public-page.tsx';
import type { Editor } from '../record/use-editor.ts';
import './accounts.css';

/** A page of an account that is read without sign-in, with the way back to the sign-in page. */
export const PublicAccountPage = ({ children }: { readonly children: ReactNode }) => (
  <PublicPage>
    {children}
    <p className="back">
      <Link to="/login">
        <FormattedMessage id="login.back" />
      </Link>
    </p>
  </PublicPage>
);

interface NotLoadedProps {
  readonly failure: Failure | null;
  readonly onAgain: () => void;
}

/** What a link offers could not be loaded: the reason, and another try. */
export const NotLoaded = ({ failure, onAgain }: NotLoadedProps) => {
  const failureText = useFailureText();
  return (
    <>
      <p role="alert" className="form-failure">
        {failure && failureText(failure)}
      </p>
      <button type="button" className="p-button" onClick={onAgain}>
        <FormattedMessage id="login.link.again" />
      </button>
    </>
  );
};

interface PublicFormProps<Draft extends object> {
  readonly editor: Editor<Draft>;
  /** Label of the button that submits the form. */
  readonly submit: ReactNode;
  /** Further text of a failed submission, such as the fault of a field that the form does not show. */
  readonly detail?: string;
  readonly children: ReactNode;
}

/** The form of such a page: failure of the last submission, fields, button. */
export const PublicForm = <Draft extends object>({
  editor: { form, busy, failure, send },
  submit,
  detail = '',
  children,
}: PublicFormProps<Draft>) => {
  const failureText = useFailureText();
  return (
    <form
      ref={form}
      className="form"
      noValidate
      aria-busy={busy}
      onSubmit={event => {
        event.preventDefault();
        send('save');
      }}
    >
      {failure && (
        <p className="form-failure" role="alert" tabIndex={-1}>
          {failureText(failure)} {detail}
        </p>
      )}
      {children}
      <BusyButton busy={busy} className="form-submit">
        {submit}
      </BusyButton>
    </form>
  );
};
