import { FormattedMessage } from 'react-intl';
import { useAddress, type RawSearch } from '../../console/address.ts';
import { useMayWrite } from '../../console/context.ts';
import '../screens.css';
import './path.css';
import './trace.css';
import { Erasures } from './erasures.tsx';
import { TraceForm } from './trace-form.tsx';
import { Traced } from './traced.tsx';
import { useErasures } from './use-erasures.ts';

const readTraceSearch = (raw: RawSearch) => ({ id: (raw['id'] ?? '').trim().slice(0, 200) });

interface SearchProps {
  readonly id: string;
  readonly onSearch: (id: string) => void;
}

const Search = ({ id, onSearch, onErasure }: SearchProps & { readonly onErasure?: () => void }) => (
  <section className="tp-panel">
    <TraceForm key={id} id={id} onSearch={onSearch} />
    {id !== '' && <Traced key={id} id={id} {...(onErasure !== undefined && { onErasure })} />}
  </section>
);

/** The screen of administrators, who see the requests to erase visitors below what was found. */
const AdministratorTrace = (search: SearchProps) => {
  const erasures = useErasures();
  return (
    <>
      <Search {...search} onErasure={erasures.reload} />
      <Erasures query={erasures} />
    </>
  );
};

/** /log/trace: rows of all logs that belong to an identifier. */
export const Screen = () => {
  const [{ id }, go] = useAddress(readTraceSearch);
  const mayErase = useMayWrite('administration');
  const search: SearchProps = { id, onSearch: text => go({ id: text }) };
  return (
    <article className="tp-screen">
      <header className="tp-screen-head">
        <h1>
          <FormattedMessage id="log.trace.title" />
        </h1>
        <p>
          <FormattedMessage id="log.trace.lead" />
        </p>
      </header>
      {mayErase ? <AdministratorTrace {...search} /> : <Search {...search} />}
    </article>
  );
};
