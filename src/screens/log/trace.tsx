import { FormattedMessage } from 'react-intl';
import { useAddress, type RawSearch } from '../../console/address.ts';
import '../screens.css';
import './path.css';
import './trace.css';
import { TraceForm } from './trace-form.tsx';
import { Traced } from './traced.tsx';

const readTraceSearch = (raw: RawSearch) => ({ id: (raw['id'] ?? '').trim().slice(0, 200) });

/** /log/trace: rows of all logs that belong to an identifier. */
export const Screen = () => {
  const [{ id }, go] = useAddress(readTraceSearch);
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
        {id !== '' && <Traced key={id} id={id} />}
      </section>
    </article>
  );
};
