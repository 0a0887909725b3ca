import { FormattedMessage } from 'react-intl';
import { Panel } from './panel.tsx';

/**
 * Macros of a notification in the order of the help; a test compares them with those that the server fills.
 */
export const MACROS = [
  'result_id',
  'xclid',
  'media_session',
  'key1',
  'key2',
  'key3',
  'args',
  'amount',
  'status',
  'cv_time',
  'ad_id',
  'signature',
] as const;

/** Macros of CV tags that the page fills with the signals of its consent platform. */
export const CONSENT_MACROS = ['gdpr', 'gdpr_consent', 'gpp', 'gpp_sid'] as const;

const Macros = ({ names }: { readonly names: readonly string[] }) => (
  <dl className="tp-facts tp-macros">
    {names.map(name => (
      <div key={name}>
        <dt>
          <code>{`{${name}}`}</code>
        </dt>
        <dd>
          <FormattedMessage id={`macro.${name}`} />
        </dd>
      </div>
    ))}
  </dl>
);

/** Macros of webhook addresses and CV tags, with their meaning; those of CV tags only come last. */
export const MacroHelp = () => (
  <Panel title="side_panel.macros.title">
    <p className="tp-panel-hint">
      <FormattedMessage id="side_panel.macros.lead" />
    </p>
    <Macros names={MACROS} />
    <h3>
      <FormattedMessage id="side_panel.macros.cv_tags" />
    </h3>
    <Macros names={CONSENT_MACROS} />
  </Panel>
);
