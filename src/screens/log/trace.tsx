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

/** The requests to erase visitors below what was found, for administrators. */
const TracedWithErasures = ({ id }: { readonly id: string }) => {
  const erasures = useErasures();
  return (
    <>
      {id !== '' && <Traced key={id} id={id} onErasure={erasures.reload} />}
      <Erasures query={erasures} />
    </>
  );
};

/** /log/trace: rows of all logs that belong to an identifier. */
export const Screen = () => {
  const [{ id }, go] = useAddress(readTraceSearch);
  const mayErase = useMayWrite('administration');
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
      <section className="tp-panel">
        <TraceForm key={id} id={id} onSearch={text => go({ id: text })} />
        {mayErase ? <TracedWithErasures id={id} /> : id !== '' && <Traced key={id} id={id} />}
      </section>
    </article>
  );
};
