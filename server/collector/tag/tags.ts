import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { transform } from 'esbuild';
import type { TrackedProduct } from '../tracking.ts';

export interface Tag { readonly body: string; readonly etag: string }

export interface Tags {
  /** The script without a product's settings, minified: the size that is promised. */
  readonly core: string;
  of(product: TrackedProduct): Tag;
}

/** Minifies the tag once; a product's tag is made when first asked for, and again when its settings changed. */
export const createTags = async (publicUrl: string): Promise<Tags> => {
  const source = await readFile(new URL('./tag.js', import.meta.url), 'utf8');
  const { code } = await transform(source, { minify: true, target: 'es2020', legalComments: 'none', charset: 'ascii' });
  const core = code.trim();
  // A cache's answer is a product object of one reading of the settings: a new reading makes new objects.
  const made = new WeakMap<TrackedProduct, Tag>();
  return {
    core,
    of: product => {
      const found = made.get(product);
      if (found !== undefined) return found;
      const config = JSON.stringify({
        p: product.id, h: product.host, e: `${publicUrl}/t/${product.id}.js`,
        b: product.settings.filter(setting => setting.condition === 3 && setting.selector !== '').map(setting => [setting.id, setting.selector]),
      }).replace(/[\u2028\u2029<]/g, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
      const body = core.replace('CONFIG', () => config);
      const tag = { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
      made.set(product, tag);
      return tag;
    },
  };
};
