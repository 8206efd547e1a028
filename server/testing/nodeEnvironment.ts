import { TestEnvironment } from "jest-environment-node";
import "./exitAtOnce.ts";

/** Node's environment, whose workers end as soon as nothing is left to do. */
export default class NodeEnvironment extends TestEnvironment {}
