import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { transform } from 'esbuild';
import type { TrackedProduct } from '../tracking.ts';

export interface Tag {
  readonly body: string;
  readonly etag: string;
}

export interface Tags {
  /** The minified script without a product's settings; its size is published. */
  readonly core: string;
  /**
   * Scripts that the tag loads, the same for all products: `cv.js` inserts the networks' CV tags into the page,
   * `consent.js` waits for the visitor's consent, `link.js` adds the visitor's pass to links to the product.
   */
  readonly loaded: ReadonlyMap<string, Tag>;
  of(product: TrackedProduct): Tag;
}

const minified = async (file: string): Promise<string> => {
  const { code } = await transform(await readFile(new URL(file, import.meta.url), 'utf8'), {
    minify: true,
    target: 'es2020',
    legalComments: 'none',
    charset: 'ascii',
  });
  return code.trim();
};

/**
 * Served names and their files. Earlier tags load `consent.js`; the name that this one loads differs, so that a script that
 * a browser cached before cannot leave behind what this tag stores.
 */
const LOADED = [
  ['cv.js', 'cv.js'],
  ['consent.js', 'consent.js'],
  ['consent2.js', 'consent.js'],
  ['link.js', 'link.js'],
] as const;

const tagOf = (body: string): Tag => ({
  body,
  etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
});

/**
 * Minifies the tag once; a product's tag is built at its first request, and again after its settings changed.
 */
export const createTags = async (publicUrl: string): Promise<Tags> => {
  const core = await minified('./tag.js');
  // A cached entry belongs to a product object of one reading of the settings: a new reading creates new
  // objects.
  const made = new WeakMap<TrackedProduct, Tag>();
  return {
    core,
    loaded: new Map(
      await Promise.all(
        LOADED.map(async ([name, file]) => [name, tagOf(await minified(`./${file}`))] as const),
      ),
    ),
    of: product => {
      const found = made.get(product);
      if (found !== undefined) return found;
      const config = JSON.stringify({
        p: product.id,
        h: product.host,
        e: `${publicUrl}/t/${product.id}.js`,
        b: product.settings
          .filter(setting => setting.condition === 3 && setting.selector !== '')
          .map(setting => [setting.id, setting.selector]),
      }).replace(
        /[\u2028\u2029<]/g,
        character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
      const tag = tagOf(core.replace('CONFIG', () => config));
      made.set(product, tag);
      return tag;
    },
  };
};
