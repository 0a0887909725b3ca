import { describe, expect, test } from 'vitest';
import { entities } from '../../server/entities/entities.ts';
import type { Entity } from '../../server/entities/entity.ts';
import { adCategories } from '../../src/resources/ad-categories.ts';
import { adTypes } from '../../src/resources/ad-types.ts';
import { ads } from '../../src/resources/ads.ts';
import { agencies } from '../../src/resources/agencies.ts';
import { analyzeSettings } from '../../src/resources/analyze-settings.ts';
import { asps } from '../../src/resources/asps.ts';
import { companies } from '../../src/resources/companies.ts';
import { crossdomainSettings } from '../../src/resources/crossdomain-settings.ts';
import { cvSettings } from '../../src/resources/cv-settings.ts';
import { products } from '../../src/resources/products.ts';
import { redirects } from '../../src/resources/redirects.ts';
import { reportDeliveries } from '../../src/resources/report-deliveries.ts';
import { syncSettings } from '../../src/resources/sync-settings.ts';

interface Scoped { readonly name: string; readonly write?: string; readonly keeping?: string; readonly operations: { readonly create?: unknown; readonly update?: unknown; readonly remove?: unknown; readonly restore?: unknown } }

/** What the console offers and what the server lets happen: a descriptor of each, and one must not know better than the other. */
const resources: readonly Scoped[] = [
  adCategories, adTypes, ads, agencies, analyzeSettings, asps, companies, crossdomainSettings, cvSettings, products, redirects, reportDeliveries, syncSettings,
];

describe('who may do what', () => {
  test('is asked of every entity that the server changes by its descriptor', () => {
    expect(resources.map(({ name }) => name).toSorted()).toEqual(entities.map(({ name }) => name).toSorted());
  });

  test.each(resources)('with $name is what the server allows', ({ name, write, keeping = write, operations: { create, update, remove, restore } }) => {
    const writing = (entities as readonly Entity[]).find(entity => entity.name === name)?.writing;
    expect({
      create: create === undefined ? undefined : keeping, update: update === undefined ? undefined : write, remove: remove === undefined ? undefined : keeping,
      restore: restore === undefined ? undefined : keeping,
    }).toEqual({ create: writing?.create, update: writing?.update, remove: writing?.remove, restore: writing?.remove });
  });
});
