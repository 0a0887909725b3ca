import { defineAnalysis, type Analysis } from '../analysis.ts';
import { computeReport } from './compute.ts';
import { rowReportFile } from './download.ts';
import { parseReportQuery } from './query.ts';
import { Report, reportComponents, ReportQuery } from './schema.ts';

interface RowReport {
  /** The name of its operation and its files. */
  readonly name: string;
  readonly path: string;
  /** The message of its title. */
  readonly title: string;
  readonly summary: string;
  /** Whether rows include their trend over the period. */
  readonly trend: boolean;
}

/** A report with a row for each value of an axis. All of them answer the same metrics. */
export const defineRowReport = ({ name, path, title, summary, trend }: RowReport): Analysis =>
  defineAnalysis({
    path,
    summary,
    query: ReportQuery,
    answer: Report,
    components: reportComponents,
    compute: (parts, viewer, query, options) =>
      computeReport(parts, viewer, { ...parseReportQuery(query), trend }, options),
    file: rowReportFile(name, path, title),
  });
