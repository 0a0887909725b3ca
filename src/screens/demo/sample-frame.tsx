import type { Sample } from './sample.ts';
import { useSpeech } from './demo-texts.ts';

/** A sample with its name, code name and anchor link. */
export const SampleFrame = ({ sample: { id, name, code, draw } }: { readonly sample: Sample }) => {
  const { translate, labelled } = useSpeech();
  return (
    <div id={id} className="tp-panel demo-sample" role="group" aria-labelledby={`${id}-name`}>
      <div className="demo-head">
        <h3 id={`${id}-name`}>{name}</h3>
        {code !== undefined && <code>{code}</code>}
        <a href={`#${id}`} aria-label={labelled(translate('demo.anchor'), name)}>
          #
        </a>
      </div>
      {draw}
    </div>
  );
};
