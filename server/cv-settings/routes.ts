import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { hasPermission, requireProduct } from '../http/visibility.ts';
import { indexTracking } from '../collector/tracking-index.ts';
import { whileConnected } from '../http/abort-on-disconnect.ts';
import { Failure } from '../http/failures.ts';
import { API } from '../http/openapi.ts';
import type { Dependencies } from '../dependencies.ts';
import { recentPages } from '../store/clickhouse/events/recent-pages.ts';
import { readTracking } from '../store/postgres/tracking/tracking.ts';
import { detailOf, LOOK_BACK_MS, obstacleOf, obstructed, previewOf, settingOf } from './preview.ts';
import {
  CvSettingField,
  CvSettingPreview,
  CvSettingVerdict,
  MatchedPage,
  PreviewCvSettingForm,
} from './schemas.ts';

interface Options {
  readonly parts: Pick<Dependencies, 'db' | 'slices' | 'clock'>;
}

/** Route of the preview of a CV setting while it is edited. */
export const cvSettingRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { parts }) => {
  const { db, slices, clock } = parts;
  const components = [PreviewCvSettingForm, CvSettingField, CvSettingVerdict, MatchedPage, CvSettingPreview];
  for (const { schema } of components) app.addSchema(schema);

  app.post(
    `${API}/cv_settings/preview/`,
    {
      config: { access: { write: 'settings' } },
      schema: {
        operationId: 'previewCvSetting',
        tags: ['cv_settings'],
        summary: 'Preview which recent pages an unsaved CV setting matches; nothing is stored',
        body: PreviewCvSettingForm.ref,
        response: { 200: CvSettingPreview.ref },
      },
    },
    async ({ viewer, body }, reply) => {
      requireProduct(viewer, body.product_id);
      const signal = whileConnected(reply);
      const productId = body.product_id;
      const rows = await readTracking(db, {
        companyId: viewer.companyId,
        productId,
        adId: null,
        aspId: null,
      });
      const product = indexTracking(rows).products.get(productId);
      if (product === undefined) throw new Failure('not_found'); // a deleted product has no page views
      const setting = settingOf(body);
      const obstacle = obstacleOf(body, setting, product);
      if (obstacle !== null) return obstructed(obstacle);
      const since = clock.now() - LOOK_BACK_MS;
      const { columnar } = await slices.locate(productId);
      const pages = await recentPages(columnar, product.id, detailOf(setting), since, signal);
      return previewOf(setting, pages, hasPermission(viewer, 'access_log', 'read'));
    },
  );
};
