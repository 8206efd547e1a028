/**
 * Replaces react-virtualized-auto-sizer, because in jsdom everything is 0 px wide. CommonJS,
 * because nivo uses the result of `require` as the component.
 */
module.exports = ({ children }) => children({ width: 640, height: 320 });
