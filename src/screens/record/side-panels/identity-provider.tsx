import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import {
  IdentityProviderCallbackDocument,
  IdentityProviderCheckDocument,
  IdentityProviderScimDocument,
} from '../../../../graphql/generated/graphql.ts';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { NotLoaded } from '../../../components/states.tsx';
import { useQueryState } from '../../use-query.ts';
import { Copyable } from './copyable.tsx';
import { Panel, Verdict, type SidePanelProps } from './panel.tsx';

/**
 * Panel of an identity provider: what is to be registered there, the check of the stored settings, and
 * the address by which the provider provisions users.
 */
export const IdentityProviderPanel = ({ id }: SidePanelProps) => (
  <>
    <Panel title="side_panel.provider.register">
      <p className="tp-panel-hint">
        <FormattedMessage id="side_panel.provider.register.lead" />
      </p>
      <Callback />
    </Panel>
    <Check id={id} />
    {id !== null && <Scim id={id} />}
  </>
);

/** The address that the server sends to the provider: the console may be open at another one. */
const Callback = () => {
  const intl = useIntl();
  const { answer, failure, reload } = useQueryState(IdentityProviderCallbackDocument, {});
  const address = answer?.one?.callback_url ?? null;
  return address === null ? (
    <NotLoaded failure={failure} onAgain={reload} rows={1} />
  ) : (
    <Copyable label={intl.formatMessage({ id: 'side_panel.provider.callback_url' })} text={address} />
  );
};

/** The address by which the provider provisions users and groups, and where its key is created. */
const Scim = ({ id }: { readonly id: number }) => {
  const intl = useIntl();
  const { answer, failure, reload } = useQueryState(IdentityProviderScimDocument, { id });
  const address = answer?.one?.scim_url ?? null;
  return (
    <Panel title="side_panel.provider.scim">
      <p className="tp-panel-hint">
        <FormattedMessage id="side_panel.provider.scim.lead" />
      </p>
      {address === null ? (
        <NotLoaded failure={failure} onAgain={reload} rows={1} />
      ) : (
        <Copyable label={intl.formatMessage({ id: 'side_panel.provider.scim_url' })} text={address} />
      )}
      <Link to="/config/api-key">
        <FormattedMessage id="side_panel.provider.scim.keys" />
      </Link>
    </Panel>
  );
};

const Check = ({ id }: Pick<SidePanelProps, 'id'>) => {
  const intl = useIntl();
  const [number, setNumber] = useState(0);
  if (id === null)
    return (
      <Panel title="side_panel.provider.check">
        <p className="tp-panel-hint">
          <FormattedMessage id="side_panel.provider.check.unsaved" />
        </p>
      </Panel>
    );
  return (
    <Panel title="side_panel.provider.check">
      <p className="tp-panel-hint">
        <FormattedMessage id="side_panel.provider.check.lead" />
      </p>
      <Button
        label={intl.formatMessage({ id: 'side_panel.provider.check.start' })}
        onClick={() => setNumber(number + 1)}
      />
      {number > 0 && <Outcome key={number} id={id} />}
    </Panel>
  );
};

/** Outcome of a check: the problem that it found, if any. */
const Outcome = ({ id }: { readonly id: number }) => {
  const { answer, failure, reload } = useQueryState(IdentityProviderCheckDocument, { id });
  if (answer === null) return <NotLoaded failure={failure} onAgain={reload} rows={1} />;
  const problem = answer.one?.problem ?? null;
  return (
    <Verdict
      tone={problem === null ? 'good' : 'bad'}
      sign={<Icon name={problem === null ? 'check' : 'warning'} />}
    >
      <FormattedMessage id={`side_panel.provider.problem.${problem ?? 'none'}`} />
    </Verdict>
  );
};
