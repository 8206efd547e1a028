import "@testing-library/jest-dom/jest-globals";
import "./browserGaps.ts";
