import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import {
  defineAnalysis,
  type ReportAnswer,
  type ReportParameters,
  type SharedParameters,
} from '../../src/analyses/analysis.ts';
import { analysis as attribution, type AttributionRow } from '../../src/analyses/attribution.ts';
import { lpo } from '../../src/analyses/lpo.ts';
import { transitions } from '../../src/analyses/transitions.ts';
import { whatIf } from '../../src/analyses/what-if.ts';
import { defineLog } from '../../src/resources/log.ts';
import { referenceLog, type Interaction, type Reference } from '../../src/resources/reference-log.ts';

/** Descriptors that must not compile: the compiler must report each line below. */

// A column must be a field that the query selects.
// @ts-expect-error
defineLog<Interaction, Reference>({ ...referenceLog, columns: [{ field: 'ad_nmae', format: 'text' }] });
// A format must be able to show the field's type.
// @ts-expect-error
defineLog<Interaction, Reference>({ ...referenceLog, columns: [{ field: 'ad_name', format: 'yen' }] });
// @ts-expect-error
defineLog<Interaction, Reference>({ ...referenceLog, columns: [{ field: 'click_cost', format: 'text' }] });
// A boolean is a coded value, shown by a label and never as text.
// @ts-expect-error
defineLog<Interaction, Reference>({ ...referenceLog, columns: [{ field: 'bot', format: 'text' }] });
// A permission must be one of the server's six.
// @ts-expect-error
defineLog<Interaction, Reference>({ ...referenceLog, permission: 'interaction_lgo' });

// A metric must be in the registry and selected by the query.
// @ts-expect-error
defineAnalysis<AttributionRow>({ ...attribution, columns: [{ metric: 'clikcs' }] });
// @ts-expect-error
defineAnalysis<AttributionRow>({ ...attribution, columns: [{ metric: 'label' }] });
interface Few {
  readonly key: string;
  readonly label: string;
  readonly clicks: number | null;
}
const few = attribution.operation as unknown as TypedDocumentNode<ReportAnswer<Few>, ReportParameters>;
const clickBars = { over: 'items', kind: 'bars', items: [['clicks']], top: 3 } as const;
defineAnalysis<Few>({
  ...attribution,
  operation: few,
  chart: clickBars,
  sort: 'clicks',
  // @ts-expect-error the query does not select cv
  columns: [{ metric: 'cv' }],
});
defineAnalysis<AttributionRow>({
  ...attribution,
  // @ts-expect-error ads have no order, so no line runs through them
  chart: { over: 'items', kind: 'line', items: [['cv']], top: 3 },
});

// Of an analysis with rows of its own, too: the metrics of its rows, and of the objects in them.
defineAnalysis({ ...lpo, columns: [{ metric: 'clicks' }] });
// @ts-expect-error the rows have no such metric
defineAnalysis({ ...lpo, columns: [{ metric: 'impressions' }] });
defineAnalysis({ ...whatIf, columns: [{ metric: 'indirect_cv' }] });
// @ts-expect-error the figures under both rules have no such metric
defineAnalysis({ ...whatIf, columns: [{ metric: 'impressions' }] });
defineAnalysis({
  ...transitions,
  parametersOf: (shared: SharedParameters) => ({ ...shared, where: 'ad_id=1' }),
});
// @ts-expect-error the query needs a product
defineAnalysis({ ...transitions, parametersOf: ({ from, to }: SharedParameters) => ({ from, to }) });
