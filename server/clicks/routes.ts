import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { requireProduct, type Viewer } from '../http/visibility.ts';
import { createVisitors } from '../collector/visitors.ts';
import { reachOf } from '../records/list.ts';
import { Failure } from '../http/failures.ts';
import { API } from '../http/openapi.ts';
import { Closed, Id } from '../http/schemas.ts';
import type { Dependencies } from '../dependencies.ts';
import { findEntity } from '../store/postgres/entities/entities.ts';
import { readTracking } from '../store/postgres/tracking/tracking.ts';
import { linksOf } from './links.ts';
import { previewOf } from './preview.ts';
import { AdLinks, clickComponents, ClickPreview, PreviewClickForm } from './schemas.ts';

/** Routes of an ad's links and of the click preview. */
export const clickRoutes: FastifyPluginAsyncTypebox<{
  parts: Pick<Dependencies, 'db' | 'settings' | 'clock'>;
}> = async (app, { parts: { db, settings, clock } }) => {
  for (const { schema } of clickComponents) app.addSchema(schema);
  const newVisitor = createVisitors();

  /** @throws {Failure} `not_found` */
  const findAd = async (viewer: Viewer, id: number) => {
    const found = await findEntity(db, 'ads', reachOf(viewer), id, ['product_id', 'asp']);
    if (found === null) throw new Failure('not_found');
    return {
      productId: Number(found['product_id']),
      aspId: found['asp'] === null ? null : Number(found['asp']),
    };
  };

  app.get(
    `${API}/ads/:id/links/`,
    {
      config: { access: { personOrKey: 'settings' } },
      schema: {
        operationId: 'adLinks',
        tags: ['ads'],
        summary: 'The click URLs and tags of an ad, for media and ad networks',
        params: Closed({ id: Id() }),
        response: { 200: AdLinks.ref },
      },
    },
    async ({ viewer, params: { id } }) => {
      const { productId, aspId } = await findAd(viewer, id);
      const rows = await readTracking(db, { companyId: viewer.companyId, productId, adId: id, aspId });
      return linksOf(rows, id, settings.publicUrl, viewer.base !== 'agency');
    },
  );

  app.post(
    `${API}/ads/preview_click/`,
    {
      config: { access: { write: 'settings' } },
      schema: {
        operationId: 'previewClick',
        tags: ['ads'],
        summary: 'Preview the destination of a click for an unsaved ad; nothing is stored',
        body: PreviewClickForm.ref,
        response: { 200: ClickPreview.ref },
      },
    },
    async ({ viewer, body }) => {
      requireProduct(viewer, body.product_id);
      if (
        body.ad_id !== null &&
        body.ad_id !== undefined &&
        (await findAd(viewer, body.ad_id)).productId !== body.product_id
      )
        throw new Failure('not_found');
      const rows = await readTracking(db, {
        companyId: viewer.companyId,
        productId: body.product_id,
        adId: body.ad_id ?? null,
        aspId: body.asp ?? null,
      });
      const visitor_id = body.visitor_id ?? newVisitor();
      return { visitor_id, clicks: previewOf(rows, body, visitor_id, clock.now()) };
    },
  );
};
