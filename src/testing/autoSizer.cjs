/**
 * Stands in for react-virtualized-auto-sizer, which measures: in jsdom everything is 0 px wide.
 * CommonJS, because nivo takes what `require` gives for the component.
 */
module.exports = ({ children }) => children({ width: 640, height: 320 });
