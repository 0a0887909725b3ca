/** Scrolled further than this, in pixels, a page and a box of rows offer a way back up. */
export const TOP_SHOWN_PAST_PX = 200;
