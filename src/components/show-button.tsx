import { useIntl } from 'react-intl';

interface Props {
  readonly shown: boolean;
  readonly onToggle: () => void;
}

/** Toggles whether the text of a password field is readable. */
export const ShowButton = ({ shown, onToggle }: Props) => {
  const intl = useIntl();
  return (
    <button
      type="button"
      className="field-button"
      aria-pressed={shown}
      aria-label={intl.formatMessage({ id: 'login.password.show' })}
      title={intl.formatMessage({ id: shown ? 'login.password.hide' : 'login.password.show' })}
      onClick={onToggle}
    >
      <svg
        viewBox="0 0 20 20"
        width="18"
        height="18"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        aria-hidden="true"
      >
        <path d="M2 10s3-5.5 8-5.5S18 10 18 10s-3 5.5-8 5.5S2 10 2 10Z" />
        <circle cx="10" cy="10" r="2.4" />
        {shown && <path d="M4 16 16 4" />}
      </svg>
    </button>
  );
};
